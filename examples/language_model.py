"""A language model that plays in the arena. Messages are lines of JSON, described in docs/arena.md.

    courtly arena courtisans --move-time 60 --deals 10 --players steward \
      --players "llm:python examples/language_model.py http://127.0.0.1:8080/v1 MODEL"

It works with any server that has a chat completions API. If the server needs an API key, put it into the environment
variable `LLM_KEY`. The program does not import Courtly.
"""

import json
import os
import re
import sys
import urllib.request
from typing import Any

TASK = "You play the game below and want to win. Answer with the number of your move and nothing else.\n\n"


def ask(site: str, model: str, rules: str, message: dict[str, Any]) -> dict[str, Any]:
    """Return the model's move and the number of tokens that the model used."""
    position = f"{message.get('refused', '')}\n{message['text']}"
    messages = [{"role": "system", "content": TASK + rules}, {"role": "user", "content": position}]
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('LLM_KEY', '')}"}
    body = json.dumps({"model": model, "messages": messages}).encode()
    request = urllib.request.Request(f"{site}/chat/completions", body, headers)  # noqa: S310
    with urllib.request.urlopen(request) as reply:  # noqa: S310
        answer = json.load(reply)
    numbers = re.findall(r"\d+", answer["choices"][0]["message"]["content"])
    return {"move": int(numbers[-1]) if numbers else None, "tokens": answer.get("usage", {}).get("total_tokens")}


rules = ""
for message in map(json.loads, sys.stdin if len(sys.argv) > 2 else []):
    rules = message.get("rules", rules)
    if message["type"] == "move":
        print(json.dumps(ask(sys.argv[1], sys.argv[2], rules, message)), flush=True)
if len(sys.argv) < 3:
    print(__doc__)
