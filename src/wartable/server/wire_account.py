"""What goes over the wire about a player's account: devices, passkeys, leaving."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from wartable.server.devices import Device
from wartable.server.passkeys import Passkey
from wartable.server.wire import Text60


class Account(Struct, frozen=True, kw_only=True):
    """How a player signs in. `offered` says whether this server takes passkeys."""

    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...]
    offered: bool


class PasskeyWish(Struct, frozen=True, kw_only=True):
    """A passkey that a browser has made, as its own JSON, under a name to tell it from others."""

    credential: dict[str, Any]
    name: Text60


class SignInWish(Struct, frozen=True, kw_only=True):
    """What a passkey has signed; `leave` gives up the seats and tables of the guest that this browser is now."""

    credential: dict[str, Any]
    leave: bool = False


class EraseWish(Struct, frozen=True, kw_only=True):
    """The player's own name, typed: erasing cannot be undone."""

    name: Annotated[str, Meta(max_length=240)]
