"""An authenticator in software: it makes passkeys and signs with them, as browsers have it done."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_PRESENT_AND_VERIFIED = 0x05
_WITH_KEY = 0x40


class Authenticator:
    """One passkey of one site, with its counter."""

    def __init__(self, origin: str, name: str = "127.0.0.1") -> None:
        self.origin, self.name, self.uses = origin, name, 0
        self.id = secrets.token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer what `navigator.credentials.create` is asked."""
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        told = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(_WITH_KEY) + told
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            {
                "clientDataJSON": _text(self._client("webauthn.create", options)),
                "attestationObject": _text(attested),
            }
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer what `navigator.credentials.get` is asked."""
        self.uses += 1
        client, data = self._client("webauthn.get", options), self._data(0)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {"clientDataJSON": _text(client), "authenticatorData": _text(data), "signature": _text(signature)}
        )

    def _data(self, flags: int) -> bytes:
        site = hashlib.sha256(self.name.encode()).digest()
        return site + bytes([_PRESENT_AND_VERIFIED | flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        return {"id": _text(self.id), "rawId": _text(self.id), "type": "public-key", "response": response}


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
