"""The static files of the server, and their addresses."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from courtly.engine.contract.game import game_names
from courtly.scene.parts import folder
from courtly.web.scripts import SERVED, fingerprint

STATIC = Path(__file__).parent / "static"


class StaticFolders(StaticFiles):
    """The static files of the server; below the name of a game, the files of that game."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the path and the `stat` result of an address; for an unknown file, the latter is None."""
        game, _, inside = path.partition(os.sep)
        if inside and game in game_names():
            return StaticFiles(directory=folder(game, "static"), check_dir=False).lookup_path(inside)
        return super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; the imports of a script are bundled into it, and comments are left out."""
        answer = await super().get_response(path, scope)
        served = SERVED.get(Path(path).suffix)
        if served and isinstance(answer, FileResponse):
            return Response(served(Path(answer.path)), media_type=answer.media_type)
        return answer


def static_url(name: str) -> str:
    """Return the address of a static file. It contains the file's hash, so the file may be cached forever."""
    return f"/static/{name}?v={_fingerprint(name)}"


@cache
def _fingerprint(name: str) -> str:
    return fingerprint(_static_path(name))


def _static_path(name: str) -> Path:
    game, _, inside = name.partition("/")
    return folder(game, "static") / inside if inside else STATIC / name
