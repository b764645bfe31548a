"""The chat of a table in a real browser: the count of unread messages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import SCRIPTED, TALL, connected
from tests.web.friends import begin, friends

pytestmark = pytest.mark.browser

UNREAD = '.bar [href="#pane-talk"] .unread'


def test_new_messages_of_others_are_counted_until_the_chat_is_opened(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, {**SCRIPTED, "viewport": TALL}) as (one, other):
        one.locator("#talk-phrases button").first.click()
        expect(other.locator("#talk-lines [data-line]")).to_have_count(1)
        begin(one, other)
        expect(other.locator(UNREAD)).to_be_hidden()
        one.locator('.bar [href="#pane-talk"]').click()
        for count in (2, 3):
            one.locator("#talk-phrases button").first.click()
            expect(other.locator("#talk-lines [data-line]")).to_have_count(count)
        expect(other.locator(UNREAD)).to_have_text("New messages: 2")
        other.reload()
        connected(other)
        expect(other.locator(UNREAD)).to_have_text("New messages: 2")
        other.locator('.bar [href="#pane-talk"]').click()
        expect(other.locator(UNREAD)).to_be_hidden()
        other.locator("#talk-phrases button").last.click()
        other.locator(".tabs .close").click()
        other.reload()
        connected(other)
        expect(other.locator("#talk-lines [data-line]")).to_have_count(4)
        expect(other.locator(UNREAD)).to_be_hidden()
        expect(one.locator("#talk-lines [data-line]")).to_have_count(4)
        expect(one.locator(UNREAD)).to_be_hidden()
