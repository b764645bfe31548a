/** Copies of what lies on the table, which look alike wherever on the page they are, for the layer in which they fly. */

import { bare } from "./table-page.js";

/** What of the look of an element depends on where it stands. */
const LOOK = `align-content align-items align-self aspect-ratio background-attachment background-clip background-color
  background-image background-origin background-position background-repeat background-size border-block-end-color
  border-block-end-style border-block-end-width border-block-start-color border-block-start-style border-block-start-width
  border-bottom-left-radius border-bottom-right-radius border-inline-end-color border-inline-end-style
  border-inline-end-width border-inline-start-color border-inline-start-style border-inline-start-width
  border-top-left-radius border-top-right-radius bottom box-shadow box-sizing clip-path color column-gap display fill
  fill-opacity filter flex-basis flex-direction flex-grow flex-shrink flex-wrap font-family font-size font-style
  font-variant-numeric font-weight grid-auto-flow grid-column-end grid-column-start grid-row-end grid-row-start
  grid-template-columns grid-template-rows height justify-content justify-items justify-self left letter-spacing
  line-height margin-bottom margin-left margin-right margin-top mask-image max-height max-width min-height min-width
  mix-blend-mode object-fit opacity order outline-color outline-offset outline-style outline-width overflow-x overflow-y
  padding-bottom padding-left padding-right padding-top paint-order place-items position right rotate row-gap scale stroke
  stroke-dasharray stroke-opacity stroke-width text-align text-anchor text-shadow text-transform top transform
  transform-origin translate vertical-align visibility white-space width writing-mode z-index`.split(/\s+/);

/** The same of what is drawn within a picture; most of a piece is that, and to read its look takes time. */
const PICTURE = `clip-path color display fill fill-opacity filter font-family font-size font-style font-weight height letter-spacing
  mask-image opacity paint-order rotate scale stroke stroke-dasharray stroke-opacity stroke-width text-anchor transform
  transform-origin translate visibility width`.split(/\s+/);

/** Elements of which a copy has at most so many; what has more flies as its own outline. */
const MOST = 120;

/** @type {string[] | null} */
let customs = null;

/** The custom properties that the style sheets name. To find them takes time, once: a page does it when it rests. */
export function customProperties() {
  if (customs) return customs;
  const names = new Set();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) for (const [name] of rule.cssText.matchAll(/--[\w-]+(?=\s*:)/g)) names.add(name);
  }
  const root = getComputedStyle(document.documentElement);
  return (customs = [...names].filter((name) => !root.getPropertyValue(name)));
}

/**
 * @param {Element} from
 * @param {HTMLElement | SVGElement} to
 * @param {readonly string[]} names
 */
function dress(from, to, names) {
  const look = getComputedStyle(from);
  for (const name of names) to.style.setProperty(name, look.getPropertyValue(name));
  to.style.setProperty("transition", "none");
  to.style.setProperty("animation", "none");
}

/** @param {Element} element */
function isInPicture(element) {
  return element.parentElement instanceof SVGElement;
}

/**
 * Copy an element with its look: what it shows and nothing that it does.
 * @param {Element} element
 * @returns {HTMLElement}
 */
export function copyOf(element) {
  const holder = document.createElement("div");
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  const [olds, news] = [[element, ...element.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  if (olds.length <= MOST) news.forEach((one, place) => dress(olds[place], /** @type {HTMLElement} */ (one), isInPicture(olds[place]) ? PICTURE : LOOK));
  dress(element, holder, customProperties());
  for (const one of news) bare(one);
  for (const [name, value] of [["position", "static"], ["margin", "0"], ["translate", "none"], ["transform", "none"], ["opacity", "1"], ["visibility", "visible"], ["outline-style", "none"]]) {
    copy.style.setProperty(name, value);
  }
  holder.append(copy);
  return holder;
}
