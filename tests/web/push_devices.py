"""Push subscriptions for tests: the body of a request, and a browser's subscriptions without a push service."""

from __future__ import annotations

import json
from typing import Any

ENDPOINT = "https://push.invalid/device"
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""The keys of the example of RFC 8291."""

FRIEND = {"players": "2", "bot-2": "open"}
WITH_DAYS = {**FRIEND, "clock": "days-3"}
"""Forms of tables with a free seat."""


def subscription(endpoint: str = ENDPOINT, **fields: str) -> dict[str, Any]:
    """Return the body of the request that adds a device."""
    return {"endpoint": endpoint, "keys": KEYS, "zone": "Europe/Paris", "lang": "en", **fields}


SUBSCRIPTIONS = """
const made = (endpoint) => ({
  endpoint,
  toJSON: () => ({ endpoint, expirationTime: null, keys: KEYS }),
  unsubscribe: async () => (await (await caches.open("fake")).delete("/endpoint"), true),
});
PushManager.prototype.getSubscription = async () => {
  const kept = await (await caches.open("fake")).match("/endpoint");
  return kept ? made(await kept.text()) : null;
};
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || !options.applicationServerKey) throw new TypeError("options are missing");
  const endpoint = self.nextEndpoint ?? ENDPOINT;
  await (await caches.open("fake")).put("/endpoint", new Response(endpoint));
  return made(endpoint);
};
""".replace("KEYS", json.dumps(KEYS)).replace("ENDPOINT", json.dumps(ENDPOINT))
"""Replaces the push service: a subscription is kept in the browser only."""

PERMISSION = """
Object.defineProperty(Notification, "permission", { get: () => sessionStorage.getItem("permission") ?? "default" });
Notification.requestPermission = async () => {
  sessionStorage.setItem("permission", sessionStorage.getItem("answer") ?? "granted");
  return Notification.permission;
};
"""
"""Replaces the question of the browser. It is answered with yes, or with the `answer` of the session."""
