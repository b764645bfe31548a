/**
 * The drawer: it loads the text of the rules when it is first needed, closes with Escape, counts unread messages, and on
 * phones it has the buttons of animations and sound. Without scripts, links to rules lead to the rules page.
 */

const all = document.getElementById("all-rules");
const link = all?.querySelector("a");
let isLoaded = false;

/** Load the rules if the address names them, and go on to the paragraph that it names. */
async function show() {
  const { hash } = location;
  if (!all || !link || isLoaded || !/^#(pane-rules$|rule-)/.test(hash)) return;
  const text = await fetch(link.href).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  const rules = new DOMParser().parseFromString(text, "text/html").querySelectorAll(".rules-text > section");
  if (!rules.length && hash !== "#pane-rules") location.assign(link.href + hash);
  if (isLoaded || !rules.length) return;
  isLoaded = true;
  all.prepend(...rules);
  for (const figure of all.querySelectorAll("figure")) figure.remove();
  if (hash !== "#pane-rules") location.replace(hash);
}

if (link) {
  document.addEventListener("click", (event) => {
    const rule = event.target instanceof Element ? event.target.closest("a.to-rule") : null;
    if (!(rule instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.hash = rule.hash;
  });
  addEventListener("hashchange", show);
  show();
}

// Escape closes the panel, or the part of the page that a link opened, unless it puts a piece down or closes something above.
addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (key !== "Escape" || defaultPrevented || document.querySelector(":popover-open:not(.flight)")) return;
  if (document.querySelector("#drawer :target, [data-scene]:target")) location.hash = "#main";
});

/** Keep the buttons of animations and sound in the bar, or in the panel of a phone, whose bar has no space for them. */
function placeButtons() {
  const phone = matchMedia("(max-width: 700px)");
  const buttons = ["replay", "speed", "sound"].flatMap((id) => document.getElementById(id) ?? []);
  const place = () => (phone.matches ? document.getElementById("playback") : document.querySelector(".tools"))?.prepend(...buttons);
  phone.addEventListener("change", place);
  place();
  // The panel covers the table of a phone.
  document.getElementById("replay")?.addEventListener("click", () => phone.matches && (location.hash = "#main"));
}

placeButtons();

/**
 * Show the number of messages of other people since the chat was last open. The tab stores the number of the newest message
 * that the viewer has seen, so that a reload counts the same messages. Messages on the first page of a table count as seen.
 * @param {HTMLElement} talk
 */
function countUnread(talk) {
  const stored = navigator.cookieEnabled ? sessionStorage : {};
  const key = `talk ${location.pathname.split("/")[2]}`;
  const count = () => {
    const lines = [...talk.querySelectorAll("[data-line]")];
    const number = (/** @type {Element} */ line) => Number(line.getAttribute("data-line"));
    if (!(key in stored) || talk.checkVisibility()) stored[key] = String(Math.max(-1, ...lines.map(number)));
    const unread = lines.filter((line) => !line.matches(".mine") && number(line) > Number(stored[key])).length;
    for (const mark of document.querySelectorAll(".unread")) {
      mark.toggleAttribute("hidden", !unread);
      mark.querySelector("b")?.replaceChildren(String(unread));
    }
  };
  new MutationObserver(count).observe(talk, { childList: true, subtree: true });
  addEventListener("hashchange", count);
  count();
}

/** The drawer makes the stage narrower, which moves its pieces as a smaller window does. */
function followStage() {
  const stage = document.getElementById("stage");
  let width = stage?.clientWidth;
  const onResize = () => {
    if (width !== stage?.clientWidth) dispatchEvent(new Event("resize"));
    width = stage?.clientWidth;
  };
  if (stage) new ResizeObserver(onResize).observe(stage);
}

followStage();

const talk = document.getElementById("talk");
if (talk) countUnread(talk);
