// Verifies the fair shuffle of a record on the page /fair. Nothing leaves the browser.
// docs/fair-deals.md describes how the random numbers are made. The page contains the lists that are shuffled.

/** @typedef {[name: string, kept: number, items: Item[]]} List the name, the number of items dealt, and all items */
/** @typedef {string | number} Item */
/** @typedef {Record<string, any>} Deal lists, and lists of lists, as in a record */
/** @typedef {{options: string[], defaults?: Record<string, unknown>, documents: Record<string, unknown>, lists: Record<string, List[]>}} Game */
/** @typedef {{promise: string, secret: string, table: string, match: number, words: string[]}} Shuffle */
/** @typedef {{game: string, options: Record<string, any>, deal: Deal, shuffle: Shuffle}} MatchRecord */

const encoder = new TextEncoder();
const bytesOf = (/** @type {string | Uint8Array} */ value) => (typeof value === "string" ? encoder.encode(value) : value);
const hexOf = (/** @type {Uint8Array} */ bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (/** @type {string} */ text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/**
 * Return a value prefixed with its length, so that no two lists of values are encoded as the same bytes.
 * @param {string | Uint8Array} value
 */
function netstring(value) {
  const data = bytesOf(value);
  return joined(encoder.encode(`${data.length}:`), data, encoder.encode(","));
}

/** @param {Uint8Array[]} parts */
async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

/**
 * Yield integers below 2 ** 32, from SHA-256 of the key and a counter; each block gives eight integers.
 * @param {Uint8Array} key
 * @returns {AsyncGenerator<number, never>}
 */
async function* numbers(key) {
  for (let block = 0; ; block += 1) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setUint32(4, block);
    const data = new DataView((await sha256(key, new Uint8Array(counter.buffer))).buffer);
    for (let place = 0; place < 32; place += 4) yield data.getUint32(place);
  }
}

/**
 * @param {AsyncGenerator<number, never>} random
 * @param {number} n
 */
async function below(random, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const { value } = await random.next();
    if (value < limit) return value % n;
  }
}

// Ids are plain ASCII, so their code points and UTF-16 units have the same order. Seats are numbers.
const inOrder = (/** @type {Item} */ one, /** @type {Item} */ other) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * @param {Uint8Array} root
 * @param {string} name
 * @param {Item[]} list
 */
async function shuffled(root, name, list) {
  const items = [...list].sort(inOrder);
  const random = numbers(await sha256(root, netstring(name), netstring("0")));
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = await below(random, i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/**
 * @param {Shuffle} shuffle from the record, so it may contain anything
 * @param {number} players
 */
function isShuffle(shuffle, players) {
  return (
    [shuffle.promise, shuffle.secret].every((text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text)) &&
    Array.isArray(shuffle.words) &&
    shuffle.words.length === players &&
    shuffle.words.every((word) => typeof word === "string") &&
    typeof shuffle.table === "string" &&
    Number.isInteger(shuffle.match)
  );
}

/**
 * Return the part of a deal that belongs to a named list. `years.0` is the first list of `years`; `missions.white` is
 * the column of `missions` for white.
 * @param {Deal} deal
 * @param {string} name
 * @param {string[]} names
 */
function dealtFor(deal, name, names) {
  const [key, inside] = name.split(".");
  const value = deal[key];
  if (inside === undefined) return [value].flat(2);
  if (/^\d+$/.test(inside)) return value[Number(inside)];
  return value.map((/** @type {Item[]} */ row) => row[names.filter((each) => each.startsWith(`${key}.`)).indexOf(name)]);
}

/**
 * Yield the complete lists that were shuffled later in the match. The page does not know their cards; the record does.
 * @param {Deal} deal
 * @param {string[]} names
 * @returns {Generator<[string, Item[]]>}
 */
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

const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {Game} game
 * @param {Record<string, unknown>} options
 */
function listsOf(game, options) {
  const chosen = game.options.map((name) => (name in options ? options[name] : game.defaults?.[name]));
  return game.lists[JSON.stringify(chosen)] ?? [];
}

/**
 * @param {MatchRecord} record
 * @param {Record<string, Game>} games
 */
async function check(record, games) {
  const shuffle = record.shuffle;
  /** @type {Game} */
  const game = games[record.game]?.lists ? games[record.game] : { options: [], documents: {}, lists: {} };
  const lists = listsOf(game, record.options);
  const names = lists.map(([name]) => name);
  const secret = fromHex(shuffle.secret);
  const parts = ["courtly-fair/1", secret, shuffle.table, String(shuffle.match), ...shuffle.words];
  const root = await sha256(...parts.map(netstring));
  const isOwn = Object.entries(game.documents).some(
    ([name, usual]) => name in record.options && !same(record.options[name], usual),
  );
  /** @type {string[]} */
  const broken = [];
  const unknown = names.length ? [] : Object.keys(record.deal);
  for (const [name, kept, items] of lists) {
    const dealt = dealtFor(record.deal, name, names);
    const holds = same((await shuffled(root, name, items)).slice(0, kept), dealt);
    if (!holds) (isOwn ? unknown : broken).push(name);
  }
  for (const [name, dealt] of names.length ? laterLists(record.deal, names) : []) {
    if (!same(await shuffled(root, name, dealt), dealt)) broken.push(name);
  }
  return { promise: hexOf(await sha256(secret)) === shuffle.promise, broken, unknown };
}

/** @param {string} query */
const all = (query) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(query));

/** Return an element that is always on the page. @param {string} query */
const found = (query) => /** @type {HTMLElement} */ (document.querySelector(query));

/**
 * @param {string[]} verdicts
 * @param {Record<string, string[]>} lists
 * @param {Shuffle | null} shuffle
 */
function show(verdicts, lists = {}, shuffle = null) {
  for (const element of all("[data-verdict]")) {
    element.hidden = !verdicts.includes(element.dataset.verdict ?? "");
  }
  for (const element of all("[data-list]")) {
    element.textContent = (lists[element.dataset.list ?? ""] ?? []).join(", ");
  }
  found("#shuffle").hidden = shuffle === null;
  if (shuffle !== null) {
    found("[data-shuffle=promise]").textContent = shuffle.promise;
    found("[data-shuffle=words]").replaceChildren(
      ...shuffle.words.map((word) => Object.assign(document.createElement("li"), { textContent: word || "–" })),
    );
  }
}

/**
 * @param {string} text
 * @param {Record<string, Game>} games
 */
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

const form = found("#fair");
const file = /** @type {HTMLInputElement} */ (found("#record-file"));
const record = /** @type {HTMLTextAreaElement} */ (found("#record"));
const games = JSON.parse(found("#games").textContent ?? "");

if (globalThis.crypto?.subtle) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await verdictOn(record.value, games);
  });
  file.addEventListener("change", async () => {
    const text = await file.files?.[0]?.text();
    if (text === undefined) return;
    record.value = text;
    await verdictOn(text, games);
  });
} else {
  show(["insecure"]);
}
