"""The documentation page of the public interface, rendered from its OpenAPI document without external resources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from courtly.text.locales import Locale
from courtly.web.contexts.frame import Frame
from courtly.web.render import render
from courtly.web.text import request_language

router = APIRouter()

ABOUT = (
    "Live tables for programs. Requests and answers are JSON. Create an identity with POST /api/players and send its "
    "token as Authorization: Bearer TOKEN. The WebSocket /api/tables/{table}/live?since=N sends JSON frames: the "
    "table, its entries from N on, the state, and then each change. It accepts the same acts as POST."
)
METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a request or a field of a document: name, type, whether it is required, and description."""

    name: str
    type: str
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class RequestDocument:
    """A request: method, path, description, parameters, body, and the answers by status code."""

    method: str
    path: str
    about: str
    parameters: list[Field]
    body: str
    answers: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DocumentDocument:
    """A request or response document: name, description and fields."""

    name: str
    about: str
    fields: list[Field]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiPage:
    """The context of the documentation page."""

    frame: Frame
    about: str
    requests: list[RequestDocument]
    documents: list[DocumentDocument]


async def request_locale(request: Request) -> Locale:
    """Return the locale of a request."""
    return Locale(request_language(request))


@router.get("/api", include_in_schema=False)
def show_description(request: Request, locale: Annotated[Locale, Depends(request_locale)]) -> Response:
    """Show the documentation page."""
    return render("api.html", description(request.app.openapi(), locale), locale)


def description(schema: Mapping[str, Any], locale: Locale) -> ApiPage:
    """Return the page context for an OpenAPI document."""
    documents = schema.get("components", {}).get("schemas", {})
    return ApiPage(
        frame=Frame(title=locale.say("API for programs"), here="/api"),
        about=ABOUT,
        requests=list(_requests(schema["paths"])),
        documents=[
            DocumentDocument(name, document.get("description") or _type(document), list(_fields(document)))
            for name, document in sorted(documents.items())
        ],
    )


def _requests(paths: Mapping[str, Any]) -> Iterator[RequestDocument]:
    for path, item in paths.items():
        for method in METHODS:
            if method in item:
                yield _request(method, path, item[method])


def _request(method: str, path: str, spec: Mapping[str, Any]) -> RequestDocument:
    parameters = [
        Field(each["name"], f"{each['in']}: {_type(each.get('schema', {}))}", each.get("required", False), "")
        for each in spec.get("parameters", [])
    ]
    body = _content(spec.get("requestBody", {}))
    answers = [(status, _content(answer) or answer["description"]) for status, answer in spec["responses"].items()]
    return RequestDocument(method.upper(), path, spec.get("description", ""), parameters, body, answers)


def _content(spec: Mapping[str, Any]) -> str:
    return ", ".join(_type(content["schema"]) for content in spec.get("content", {}).values() if "schema" in content)


def _fields(document: Mapping[str, Any]) -> Iterator[Field]:
    required = document.get("required", [])
    for name, spec in document.get("properties", {}).items():
        yield Field(name, _type(spec), name in required, spec.get("description", ""))


def _type(spec: Mapping[str, Any]) -> str:
    """Return a short name for the type of a value."""
    if "$ref" in spec:
        return str(spec["$ref"]).rsplit("/", 1)[-1]
    for several in ("anyOf", "oneOf"):
        if several in spec:
            return " | ".join(_type(each) for each in spec[several])
    if "const" in spec:
        return repr(spec["const"])
    if "enum" in spec:
        return " | ".join(repr(each) for each in spec["enum"])
    if spec.get("type") == "array":
        return f"[{_type(spec.get('items', {}))}]"
    return str(spec.get("type", "any"))
