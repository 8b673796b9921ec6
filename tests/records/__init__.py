"""Golden records: whole games played by bots of every level, one or more for each game and each of its presets.

`tests/records/<game>/<version>/<name>.jsonl` is a record as `wartable simulate --records` writes it, without the
reasons of bots; `<name>.views` holds digests of what every seat was shown in its course. `test_records.py` replays
both. `make.py` plays games anew, and takes down the views of those that are there.
"""
