// Checks the fair shuffle of a record on the page /fair. Nothing leaves the browser.
// How the numbers are made stands in docs/fair-deals.md; which lists are shuffled comes with the page.

const encoder = new TextEncoder();
const bytesOf = (value) => (typeof value === "string" ? encoder.encode(value) : value);
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

// A part with its length before it, so that no two lists of parts are the same bytes.
function netstring(value) {
  const data = bytesOf(value);
  return joined(encoder.encode(`${data.length}:`), data, encoder.encode(","));
}

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

// Whole numbers below 2 ** 32: SHA-256 of the key and a counter, eight numbers a block.
async function* numbers(key) {
  for (let block = 0; ; block += 1) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setUint32(4, block);
    const data = new DataView((await sha256(key, new Uint8Array(counter.buffer))).buffer);
    for (let place = 0; place < 32; place += 4) yield data.getUint32(place);
  }
}

async function below(drawn, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const { value } = await drawn.next();
    if (value < limit) return value % n;
  }
}

// Code points and UTF-16 units have one order in ids, which are plain ASCII; seats are numbers.
const inOrder = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

async function shuffled(root, name, list) {
  const items = [...list].sort(inOrder);
  const drawn = numbers(await sha256(root, netstring(name), netstring("0")));
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = await below(drawn, i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

function isShuffle(told, players) {
  return (
    [told.promise, told.secret].every((text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text)) &&
    Array.isArray(told.words) &&
    told.words.length === players &&
    told.words.every((word) => typeof word === "string") &&
    typeof told.table === "string" &&
    Number.isInteger(told.match)
  );
}

// What stands in a deal for a named list: `years.0` is one of several, `missions.white` one column of several.
function dealtFor(deal, name, names) {
  const [key, inside] = name.split(".");
  const value = deal[key];
  if (inside === undefined) return [value].flat(2);
  if (/^\d+$/.test(inside)) return value[Number(inside)];
  return value.map((row) => row[names.filter((each) => each.startsWith(`${key}.`)).indexOf(name)]);
}

// The lists that were dealt later on, whole: their cards are those that they hold.
function* laterLists(deal, names) {
  for (const [key, value] of Object.entries(deal)) {
    const isShared = names.some((name) => name === key || (name.startsWith(`${key}.`) && !/\.\d+$/.test(name)));
    if (Array.isArray(value) && !isShared) {
      for (const number of value.keys()) {
        if (!names.includes(`${key}.${number}`)) yield [`${key}.${number}`, value[number]];
      }
    }
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function listsOf(game, options) {
  const chosen = game.options.map((name) => (name in options ? options[name] : game.defaults[name]));
  return game.lists[JSON.stringify(chosen)] ?? [];
}

async function check(record, games) {
  const told = record.shuffle;
  const game = games[record.game]?.lists ? games[record.game] : { options: [], documents: {}, lists: {} };
  const lists = listsOf(game, record.options);
  const names = lists.map(([name]) => name);
  const secret = fromHex(told.secret);
  const parts = ["courtly-fair/1", secret, told.table, String(told.match), ...told.words];
  const root = await sha256(...parts.map(netstring));
  const isOwn = Object.entries(game.documents).some(
    ([name, usual]) => name in record.options && !same(record.options[name], usual),
  );
  const broken = [];
  const unknown = names.length ? [] : Object.keys(record.deal);
  for (const [name, kept, items] of lists) {
    const found = dealtFor(record.deal, name, names);
    const holds = same((await shuffled(root, name, items)).slice(0, kept), found);
    if (!holds) (isOwn ? unknown : broken).push(name);
  }
  for (const [name, found] of names.length ? laterLists(record.deal, names) : []) {
    if (!same(await shuffled(root, name, found), found)) broken.push(name);
  }
  return { promise: hexOf(await sha256(secret)) === told.promise, broken, unknown };
}

function show(verdicts, lists = {}, told = null) {
  for (const element of document.querySelectorAll("[data-verdict]")) {
    element.hidden = !verdicts.includes(element.dataset.verdict);
  }
  for (const element of document.querySelectorAll("[data-list]")) {
    element.textContent = (lists[element.dataset.list] ?? []).join(", ");
  }
  document.querySelector("#told").hidden = told === null;
  if (told !== null) {
    document.querySelector("[data-told=promise]").textContent = told.promise;
    document.querySelector("[data-told=words]").replaceChildren(
      ...told.words.map((word) => Object.assign(document.createElement("li"), { textContent: word || "–" })),
    );
  }
}

async function verdictOn(text, games) {
  let record;
  try {
    record = JSON.parse(text);
    if (record.format !== "courtly-match/1") return show(["unreadable"]);
    if (!("shuffle" in record)) return show(["no-shuffle"]);
    if (!isShuffle(record.shuffle, record.options.players)) return show(["unreadable"]);
    const { promise, broken, unknown } = await check(record, games);
    const deal = broken.length ? ["deal-broken"] : unknown.length ? [] : ["deal-holds"];
    const verdicts = [promise ? "promise-holds" : "promise-broken", ...deal, ...(unknown.length ? ["unknown"] : [])];
    return show(verdicts, { broken, unknown }, record.shuffle);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return show(["unreadable"]);
    throw error;
  }
}

const form = document.querySelector("#fair");
const file = document.querySelector("#record-file");
const games = JSON.parse(document.querySelector("#games").textContent);

if (globalThis.crypto?.subtle) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await verdictOn(document.querySelector("#record").value, games);
  });
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    const text = await file.files[0].text();
    document.querySelector("#record").value = text;
    await verdictOn(text, games);
  });
} else {
  show(["insecure"]);
}
