/**
 * An amount that is chosen: what the range stands at is written where the page has a place for it.
 *
 * `<output for="amount">` gets the number, `[data-means="amount"]` the words of the last option of the range's list that
 * is not above it, and buttons with `data-amount-by` change it. They are hidden where there is no script.
 */

/** @returns {HTMLInputElement | null} */
function amountField() {
  return document.querySelector("input[data-amount]");
}

/** Write what the amount is and means. */
export function showAmount() {
  const field = amountField();
  if (!field) return;
  for (const one of document.querySelectorAll(`output[for="${field.id}"]`)) one.textContent = field.value;
  const reached = [...(field.list?.options ?? [])].filter((one) => Number(one.value) <= field.valueAsNumber);
  const words = reached.length ? reached[reached.length - 1].label : "";
  for (const one of document.querySelectorAll(`[data-means="${field.id}"]`)) one.textContent = words;
  if (words) field.setAttribute("aria-valuetext", `${field.value}. ${words}`);
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-amount-by]"))) {
    one.hidden = false;
    one.disabled = field.value === (Number(one.dataset.amountBy) < 0 ? field.min : field.max);
  }
}

/** Follow what is dragged, typed or pressed. */
export function followAmounts() {
  document.addEventListener("input", ({ target }) => target === amountField() && showAmount());
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-amount-by]") : null;
    const field = amountField();
    if (!(button instanceof HTMLElement) || !field) return;
    field.valueAsNumber += Number(button.dataset.amountBy);
    showAmount();
  });
  showAmount();
}
