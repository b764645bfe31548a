/**
 * The pages of a table on a phone, between which the player swipes. When the player must choose on another page,
 * `data-leaf` of the stage names it: it comes into view, and after the choice the page where the player was. Without
 * this script, the style sheet puts the named page first. */

const stage = document.getElementById("stage");
const undo = document.getElementById("undo");

/** The page on which the last choice was asked for, and the page to which the player returns after it. */
let asked = "";
let back = "";
/** The name in the page now, which is empty while the draft waits for Confirm. */
let named = "";

const pages = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".leaves > .leaf"))];

/** Return how far a page is from the left end of all pages. @param {HTMLElement} page */
function startOf(page) {
  return page.offsetLeft - (page.parentElement?.offsetLeft ?? 0);
}

/** Return the id of the page in view. */
function inView() {
  const distance = (/** @type {HTMLElement} */ page) => Math.abs(startOf(page) - (page.parentElement?.scrollLeft ?? 0));
  return pages().sort((one, other) => distance(one) - distance(other))[0]?.id ?? "";
}

/** @param {string} id */
function show(id) {
  const page = pages().find((one) => one.id === id);
  page?.parentElement?.scrollTo({ left: startOf(page), behavior: "instant" });
}

function follow() {
  const wanted = stage?.querySelector("[data-leaf]")?.getAttribute("data-leaf") ?? "";
  if (wanted && wanted !== named) {
    // The first page has everything for a Moon, which goes on after the player's pledge.
    back ||= wanted === pages()[0]?.id ? wanted : inView();
    asked = wanted;
    show(wanted);
  } else if (!wanted && asked && undo?.hidden) {
    if (inView() === asked) show(back);
    asked = back = "";
  }
  named = wanted;
}

/** The layer of flying pieces. Their places are those before the player turned the page: nothing flies over another one. */
const layer = () => /** @type {HTMLElement | null} */ (document.querySelector(".flight"));

document.querySelector(".leaves")?.addEventListener("scroll", () => layer()?.matches(":popover-open") && layer()?.toggleAttribute("hidden", true));
// The layer opens for the next pieces, whose places are new.
document.addEventListener("beforetoggle", ({ target }) => target === layer() && layer()?.toggleAttribute("hidden", false), true);

const observer = new MutationObserver(follow);
if (stage) observer.observe(stage, { childList: true });
// Undo is shown while there is a draft.
if (undo) observer.observe(undo, { attributeFilter: ["hidden"] });
follow();
