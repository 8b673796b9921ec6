"""Passkeys: a player adds one to a browser or telephone, and signs in by it anywhere else.

What authenticators say is checked by the package `webauthn`; without it (`pip install "wartable[accounts]"`) there are
no passkeys.
"""

from __future__ import annotations

import base64
from importlib.util import find_spec
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update

from wartable.server import challenges, ids, namesakes
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow
from wartable.server.schema import passkeys
from wartable.server.store import Store
from wartable.server.writer import Conflict

PATIENCE = 300.0
"""Seconds for which a challenge may be answered."""
MOST = 20
"""Passkeys of one player."""


class Site(msgspec.Struct, frozen=True):
    """The site as browsers know it: its name without a port, and the origin of its pages."""

    name: str
    origin: str


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey as its player sees it; times are seconds since 1970, `used` is null before it was used to sign in."""

    id: str
    name: str
    created: float
    used: float | None


def offered() -> bool:
    """Whether this server can check passkeys."""
    return find_spec("webauthn") is not None


async def of(store: Store, player_id: str) -> tuple[Passkey, ...]:
    """Return a player's passkeys, the oldest first."""
    query = select(passkeys.c.id, passkeys.c.name, passkeys.c.created, passkeys.c.used)
    mine = query.where(passkeys.c.player_id == player_id).order_by(passkeys.c.created, passkeys.c.id)
    rows = await store.read(lambda connection: list(connection.execute(mine).mappings()))
    return tuple(Passkey(**row) for row in rows)


async def ask_to_add(store: Store, site: Site, player: PlayerRow, at: float) -> dict[str, Any]:
    """Return what the browser is to make a passkey by. Raises `Refused` where there are too many."""
    _check_offered()
    from webauthn import generate_registration_options  # noqa: PLC0415 - optional, and heavy
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415
    from webauthn.helpers.structs import (  # noqa: PLC0415
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    there = await of(store, player.id)
    _check_room(len(there))
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Wartable",
        user_id=player.id.encode(),
        user_name=player.name,
        user_display_name=player.name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(one.id)) for one in there],
    )
    await challenges.put(store, ids.base64url(options.challenge), player.id, at, PATIENCE)
    return options_to_json_dict(options)


async def add(store: Store, site: Site, player: PlayerRow, name: str, credential: dict[str, Any], at: float) -> None:
    """Store a passkey that the player's browser has made. Raises `Refused` for what does not prove itself."""
    _check_offered()
    from webauthn import verify_registration_response  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    challenge = await _answered(store, credential, player.id, at)
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise _unproven() from error
    _check_room(len(await of(store, player.id)))
    await namesakes.check(store, player.id, player.name)
    row = {
        "id": ids.base64url(made.credential_id),
        "player_id": player.id,
        "public_key": made.credential_public_key,
        "uses": made.sign_count,
        "name": name,
        "created": at,
        "used": None,
    }
    try:
        await store.execute(insert(passkeys).values(row))
    except Conflict as error:
        raise Refused(409, "passkey.known", "This passkey has been added before.") from error


async def ask_to_sign_in(store: Store, site: Site, at: float) -> dict[str, Any]:
    """Return what the browser is to sign, by whichever passkey its user chooses."""
    _check_offered()
    from webauthn import generate_authentication_options  # noqa: PLC0415
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

    options = generate_authentication_options(rp_id=site.name, user_verification=UserVerificationRequirement.REQUIRED)
    await challenges.put(store, ids.base64url(options.challenge), "", at, PATIENCE)
    return options_to_json_dict(options)


async def signed_in(store: Store, site: Site, credential: dict[str, Any], at: float) -> PlayerRow:
    """Return the player whose passkey has signed. Raises `Refused` for one not known here, or a wrong signature."""
    _check_offered()
    from webauthn import verify_authentication_response  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    challenge = await _answered(store, credential, "", at)
    key = str(credential.get("id", "")).replace("\0", "")  # PostgreSQL takes no such sign
    query = select(passkeys).where(passkeys.c.id == key)
    row = await store.read(lambda connection: connection.execute(query).mappings().one_or_none())
    if row is None:
        raise Refused(404, "passkey.unknown", "This passkey is not known here. It may have been removed.")
    try:
        proof = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=row["public_key"],
            credential_current_sign_count=row["uses"],
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise _unproven() from error
    change = update(passkeys).where(passkeys.c.id == key).values(uses=proof.new_sign_count, used=at)
    await store.execute(change)
    player = await store.player(row["player_id"])
    if player is None:
        raise Refused(404, "passkey.unknown", "The player of this passkey is no longer here.")
    return player


async def remove(store: Store, player_id: str, key: str) -> None:
    """Forget a passkey of a player; nothing where it is not theirs."""
    gone = delete(passkeys).where(passkeys.c.player_id == player_id, passkeys.c.id == key)
    await store.execute(gone)


async def _answered(store: Store, credential: dict[str, Any], owner: str, at: float) -> bytes:
    """Return the challenge that an answer is to, which is spent by that."""
    challenge = _challenge_of(credential)
    if not await challenges.spend(store, ids.base64url(challenge), owner, at):
        raise Refused(409, "passkey.late", "That took too long, or was answered before. Begin again.")
    return challenge


def _challenge_of(credential: dict[str, Any]) -> bytes:
    try:
        told = msgspec.json.decode(_bytes(credential["response"]["clientDataJSON"]))
        return _bytes(told["challenge"])
    except (KeyError, TypeError, ValueError, msgspec.DecodeError) as error:
        raise Refused(400, "passkey.unreadable", "This is not the answer of an authenticator.") from error


def _check_room(there: int) -> None:
    if there >= MOST:
        raise Refused(409, "passkey.many", f"You already have {MOST} passkeys, the most possible; remove one first.")


def _check_offered() -> None:
    if not offered():
        message = 'This server does not support passkeys. Its host can allow them: `pip install "wartable[accounts]"`.'
        raise Refused(409, "passkey.off", message)


def _unproven() -> Refused:
    return Refused(403, "passkey.unproven", "The passkey could not be checked. Try again, or use another one.")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
