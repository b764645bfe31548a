/**
 * Numbers that follow from a movement, such as the chances after the card of a season. The page is up to date
 * immediately, but these elements show their old content until the events have been shown. Otherwise they would tell
 * the result first. The stage names them: `data-waits` is a selector.
 */

/** @type {Map<string, string>} the content of the elements before the page changed */
let old = new Map();

/** @type {Map<Element, Node[]>} the elements that show their old content, with the new one */
const held = new Map();

/** @type {Set<string>} the pieces that will fly; their copies show the new content */
let moving = new Set();

/** Return the elements by their place in the page. */
function numbers() {
  const selector = document.querySelector("[data-waits]")?.getAttribute("data-waits");
  /** @type {Map<string, Element>} */
  const found = new Map();
  if (!selector) return found;
  for (const one of document.querySelectorAll(`:is(main, .bar) :is(${selector}):not(.cover *)`)) {
    const around = one.closest("[id]")?.id;
    let number = 0;
    while (found.has(`${around} ${number}`)) number += 1;
    found.set(`${around} ${number}`, one);
  }
  return found;
}

/**
 * Remember the numbers before the page changes because of some events; without events, they change immediately.
 * @param {{steps?: {piece: string}[]}[]} events
 */
export function rememberNumbers(events) {
  old = new Map(events.length ? [...numbers()].map(([key, one]) => [key, one.innerHTML]) : []);
  moving = new Set(events.flatMap(({ steps }) => steps ?? []).map(({ piece }) => piece));
  showNumbers();
}

/** Show the old numbers again. */
export function holdNumbers() {
  if (!old.size) return;
  for (const [key, one] of numbers()) {
    const before = old.get(key) ?? "";
    if (before === one.innerHTML || moving.has(one.closest("[data-piece]")?.getAttribute("data-id") ?? "")) continue;
    held.set(one, [...one.childNodes]);
    one.innerHTML = before;
  }
  old.clear();
}

/** Show the new numbers. */
export function showNumbers() {
  for (const [one, content] of held) one.replaceChildren(...content);
  held.clear();
}
