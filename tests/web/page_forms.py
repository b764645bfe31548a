"""The forms of a page, filled in as in a browser without script."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

CHOICES = ("radio", "checkbox", "option")


@dataclass
class Field:
    """A control of a form; `is_on` says whether a browser sends it by default."""

    kind: str
    name: str
    value: str
    is_on: bool


@dataclass
class Form:
    """A form: its address, and its controls in the order of the page."""

    address: str = ""
    fields: list[Field] = field(default_factory=list)

    def offered(self, name: str, *, kind: str = "radio") -> list[str]:
        """Return the values that a player can choose for a name."""
        return [each.value for each in self.fields if (each.kind, each.name) == (kind, name)]

    def buttons(self) -> list[Field]:
        """Return the buttons that send the form."""
        return [each for each in self.fields if each.kind == "submit"]

    def filled(self, button: Field | None = None, **values: str) -> dict[str, list[str]]:
        """Return the fields that `button` sends; `values` replace the defaults, and the form must allow them."""
        sent: dict[str, list[str]] = {}
        for each in self.fields:
            value, is_on = each.value, each.is_on or each is button
            if each.name in values and each.kind in CHOICES:
                is_on = value == values[each.name]
            elif each.name in values and each.kind != "hidden":
                value = values[each.name]
            if is_on and each.name:
                sent.setdefault(each.name, []).append(value)
        assert all(value in sent.get(name, ()) for name, value in values.items()), f"{values} cannot be chosen"
        return sent


class _Reader(HTMLParser):
    """Collects the controls of each form. A control may be outside its form, and name it."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self._inside = ""
        self._select: dict[str, str] | None = None
        self._text: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("aria-disabled") == "true":
            return
        if tag == "form":
            self._inside = given.get("id", f"form {len(self.forms)}")
            self._form(self._inside).address = given.get("action", "")
        elif tag == "select":
            self._select = given
        elif tag == "option" and self._select is not None:
            self._add(self._select, "option", given.get("value", ""), is_on="selected" in given)
        elif tag == "textarea":
            self._text = self._add(given, tag, "", is_on=True)
        elif tag in ("input", "button"):
            kind = given.get("type", "submit" if tag == "button" else "text")
            is_on = "checked" in given or kind not in (*CHOICES, "submit", "button", "file")
            self._add(given, kind, given.get("value", "on" if kind in CHOICES else ""), is_on=is_on)

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.value += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = ""
        elif tag == "select":
            self._choose_first()
            self._select = None
        elif tag == "textarea":
            self._text = None

    def _form(self, name: str) -> Form:
        return self.forms.setdefault(name, Form())

    def _add(self, given: dict[str, str], kind: str, value: str, *, is_on: bool) -> Field:
        made = Field(kind, given.get("name", ""), value, is_on and "disabled" not in given)
        self._form(given.get("form", self._inside)).fields.append(made)
        return made

    def _choose_first(self) -> None:
        """Select the first option if no other option is selected."""
        assert self._select is not None
        fields = self._form(self._select.get("form", self._inside)).fields
        options = [each for each in fields if (each.kind, each.name) == ("option", self._select.get("name"))]
        if options and not any(each.is_on for each in options):
            options[0].is_on = True


def forms(text: str) -> dict[str, Form]:
    """Return the forms of a page by their ids."""
    reader = _Reader()
    reader.feed(text)
    return reader.forms
