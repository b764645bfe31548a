/** The link from an error message to the rule behind it. This module is loaded when there is a message. */

/** The messages that have a rule, from the rules page. @type {Promise<HTMLElement | null> | null} */
let known = null;

async function load() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#all-rules > p > a"));
  if (!link) return null;
  const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
  return page.getElementById("refusal-rules");
}

/**
 * Add a link to the rule behind a message, if there is one: the message ends with the text of a known reason.
 * @param {HTMLElement} notice
 */
export async function addRule(notice) {
  known ??= load();
  const rules = await known.catch(() => (known = null));
  const message = notice.textContent ?? "";
  const found = Object.entries(JSON.parse(rules?.textContent || "{}")).find(([words]) => message.endsWith(words));
  if (!rules || !found) return;
  const link = document.createElement("a");
  link.href = `#${found[1]}`;
  link.className = "to-rule";
  link.textContent = rules.dataset.words ?? "";
  notice.append(" ", link);
}
