"""The write-ahead log of a SQLite database: find transactions that damage to the log has lost.

SQLite ends the log at the first damaged frame, and ignores that frame and all later ones without an error.
The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from pathlib import Path

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_BIG_ENDIAN = 1
_WORD = 0xFFFFFFFF


def wal_of(path: Path) -> Path:
    """Return the path of the write-ahead log of a database."""
    # SQLite puts the log next to the file, not next to a symbolic link.
    return Path(f"{path.resolve()}-wal")


def committed_frames(wal: Path) -> int:
    """Return the number of frames up to the last commit, by the headers of the frames; 0 without a log.

    The pages are not checked: SQLite does that when it opens the log.
    """
    try:
        size = wal.stat().st_size
        with wal.open("rb") as file:
            header = file.read(_HEADER.size)
            if size <= _HEADER.size:
                return 0
            if not _is_intact(header):
                # SQLite ignores the whole log.
                return 1
            _, _, page, _, *salts, _, _ = _HEADER.unpack(header)
            last = 0
            for number in range((size - _HEADER.size) // (_FRAME.size + page)):
                file.seek(_HEADER.size + number * (_FRAME.size + page))
                _, commit, *frame_salts, _, _ = _FRAME.unpack(file.read(_FRAME.size))
                # Frames with other salts are left over from an earlier use of the file.
                if commit and frame_salts == salts:
                    last = number + 1
            return last
    except OSError:
        return 0


def _is_intact(header: bytes) -> bool:
    """Return whether the checksum of the log's header is right."""
    magic, *_, first, second = _HEADER.unpack(header)
    words = struct.unpack(f"{'>' if magic & _BIG_ENDIAN else '<'}6I", header[:24])
    a = b = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        a = (a + even + b) & _WORD
        b = (b + odd + a) & _WORD
    return (a, b) == (first, second)
