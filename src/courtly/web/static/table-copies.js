/** Copies of pieces for the animation. They include the computed styles, so they look the same anywhere on the page. */

import { stripCopy } from "./table-page.js";

/** The CSS properties that are copied: their computed values may depend on where an element is in the page. */
const STYLES = `align-content align-items align-self aspect-ratio background-clip background-color
  background-image background-origin background-position background-repeat background-size border-block-end-color
  border-block-end-style border-block-end-width border-block-start-color border-block-start-style border-block-start-width
  border-bottom-left-radius border-bottom-right-radius border-inline-end-color border-inline-end-style
  border-inline-end-width border-inline-start-color border-inline-start-style border-inline-start-width
  border-top-left-radius border-top-right-radius bottom box-shadow box-sizing clip-path color column-gap display fill
  filter flex-basis flex-direction flex-grow flex-shrink flex-wrap font-family font-size font-style
  font-variant-numeric font-weight grid-auto-flow grid-column-end grid-column-start grid-row-end grid-row-start
  grid-template-columns grid-template-rows height justify-content justify-items justify-self left letter-spacing
  line-height margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width
  opacity order outline-color outline-offset outline-style outline-width overflow-x overflow-y
  padding-bottom padding-left padding-right padding-top paint-order place-items position right rotate row-gap scale stroke
  stroke-dasharray stroke-width text-align text-anchor text-shadow text-transform top transform
  transform-origin translate vertical-align visibility white-space width z-index`.split(/\s+/);

/** The properties that are copied inside an SVG. Pieces consist mostly of SVG, and reading computed styles is slow. */
const SVG_STYLES = `clip-path color display fill filter font-family font-size font-style font-weight height letter-spacing
  opacity paint-order rotate scale stroke stroke-dasharray stroke-width text-anchor transform
  transform-origin translate visibility width`.split(/\s+/);

/** Maximum number of elements of a piece; for a larger piece, no styles of inner elements are copied. */
const MAX_ELEMENTS = 120;

/** @type {string[] | null} */
let customs = null;

/** Return the custom properties of the style sheets. The first call is slow, so it is made while the page is idle. */
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
function copyStyles(from, to, names) {
  const computed = getComputedStyle(from);
  for (const name of names) to.style.setProperty(name, computed.getPropertyValue(name));
  to.style.setProperty("transition", "none");
  to.style.setProperty("animation", "none");
}

/** @param {Element} element */
function isInSvg(element) {
  return element.parentElement instanceof SVGElement;
}

/**
 * Copy the look of an element, but not its behaviour.
 * @param {Element} element
 * @returns {HTMLElement}
 */
export function copyOf(element) {
  const holder = document.createElement("div");
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  const [olds, news] = [[element, ...element.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  if (olds.length <= MAX_ELEMENTS) news.forEach((one, place) => copyStyles(olds[place], /** @type {HTMLElement} */ (one), isInSvg(olds[place]) ? SVG_STYLES : STYLES));
  copyStyles(element, holder, customProperties());
  for (const one of news) stripCopy(one);
  for (const [name, value] of [["position", "static"], ["margin", "0"], ["translate", "none"], ["transform", "none"], ["opacity", "1"], ["visibility", "visible"], ["outline-style", "none"]]) {
    copy.style.setProperty(name, value);
  }
  holder.append(copy);
  return holder;
}
