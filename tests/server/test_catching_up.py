"""Streams that go on after an absence: little is told in full, much is loaded anew; neither costs memory for long."""

from __future__ import annotations

import gc
import gzip
import tracemalloc
import zlib

import httpx
import msgspec
import pytest

from tests.server.live import Live, Player, wait_for
from wartable.server.gzipped import WORTH, Gzip, deflated
from wartable.server.table import KEPT
from wartable.server.updates import MOST_STEPS, update_json
from wartable.server.viewer import Viewer

pytestmark = pytest.mark.storage


@pytest.fixture(scope="module")
def long(live: Live) -> tuple[str, int]:
    """A finished game of many steps, and how many."""
    return live.player().long_game(3 * MOST_STEPS, turn_limit=60)


def test_whoever_missed_little_is_told_all_of_it(player: Player, long: tuple[str, int]) -> None:
    table, steps = long
    seq = player.snapshot(table)["seq"]

    with player.stream(table, after=seq - 40) as events:
        update = events.wait(lambda got: got.of("update"))[0]

    assert 0 < update["step"] - update["from_step"] <= 40
    assert update["step"] == steps


def test_whoever_missed_too_much_is_told_to_load_the_game_anew(player: Player, long: tuple[str, int]) -> None:
    table, _ = long

    with player.stream(table, after=1) as events:
        events.wait(lambda got: got.of("reload") and got.of("table"))
        assert not events.of("update")

    assert events.last_id == player.snapshot(table)["seq"], "whoever comes again does not hear it again"


def test_an_update_never_tells_more_than_the_last_steps(live: Live, player: Player, long: tuple[str, int]) -> None:
    table, steps = long
    player.snapshot(table)
    known = live.services.hub.known(table)
    assert known is not None

    update = msgspec.json.decode(update_json(known, Viewer((), None), 0))  # as for a decision sent again much later

    assert (update["from_step"], update["step"]) == (steps - MOST_STEPS, steps)


def test_streams_that_begin_anywhere_leave_no_memory_behind(live: Live, player: Player, long: tuple[str, int]) -> None:
    table, _ = long
    seq = player.snapshot(table)["seq"]
    known = live.services.hub.known(table)
    assert known is not None

    def call(after: int) -> None:
        with player.stream(table, after=after) as events:
            events.wait(lambda got: got.of("update") or got.of("reload"))

    call(seq - 1)
    gc.collect()
    tracemalloc.start()
    for back in range(2, 62):
        call(seq - 4 * back)
    wait_for(lambda: not known.listeners)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()

    assert len(known._kept) <= KEPT
    assert grown < 20_000_000


def test_a_stream_is_compressed_for_those_who_take_it_and_reads_the_same(live: Live, long: tuple[str, int]) -> None:
    table, _ = long
    seq = live.player().snapshot(table)["seq"]
    read = {name: _bytes(live, f"/api/tables/{table}/stream?after={seq - 200}", name) for name in ("gzip", "identity")}

    (packed, coding), (bare, none) = read["gzip"], read["identity"]

    assert (coding, none) == ("gzip", None)
    assert _update_of(zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(packed)) == _update_of(bare)
    assert len(packed) * 4 < len(bare)


def _bytes(live: Live, path: str, coding: str) -> tuple[bytes, str | None]:
    """Return what a stream has sent up to its first update."""
    got = b""
    with httpx.stream("GET", live.url + path, headers={"Accept-Encoding": coding}, timeout=120) as response:
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        text = b""
        for part in response.iter_raw():
            got += part
            text += unpack.decompress(part) if coding == "gzip" else part
            if b"event: update" in text and text.endswith(b"\n\n"):
                break
        return got, response.headers.get("content-encoding")


def _update_of(text: bytes) -> bytes:
    return text[text.index(b"event: update") :].partition(b"\n\n")[0]


def test_parts_compressed_apart_make_one_gzip_file() -> None:
    parts = [b"short", b"x" * WORTH, bytes(range(256)) * 40, b"x" * WORTH, b""]
    stream = Gzip()

    whole = stream.begin() + b"".join(stream.add(part, deflated(part)) for part in parts) + stream.end()

    assert gzip.decompress(whole) == b"".join(parts)


def test_what_was_sent_of_a_stream_can_be_read_before_its_end() -> None:
    stream, reader = Gzip(), zlib.decompressobj(zlib.MAX_WBITS | 16)

    assert reader.decompress(stream.begin() + stream.add(b"first")) == b"first"
    assert reader.decompress(stream.add(b"y" * 5000)) == b"y" * 5000
