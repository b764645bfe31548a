/**
 * The amount that a range input selects, shown in other elements of the page.
 *
 * `<output for="amount">` shows the number. `[data-means="amount"]` shows the label of the highest datalist option that
 * the amount has reached. Buttons with `data-amount-by` change the amount; they are hidden without script. Buttons with
 * `data-amount-is` set it; without script they send it.
 */

/** @returns {HTMLInputElement | null} */
function amountField() {
  return document.querySelector("input[data-amount]");
}

/** The field that was last shown, and its turn. @type {HTMLInputElement | null} */
let last = null;
let lastTurn = "";

/** Show the amount and its meaning. If the field replaces one of the same turn, because the piece was moved to another
 * place, it keeps an amount other than the first one; the browser limits it to what is possible there. */
export function showAmount() {
  const field = amountField();
  const turn = /** @type {HTMLInputElement | null} */ (document.querySelector('#acts [name="turn"]'))?.value ?? "";
  if (field && last && last.value !== last.min && turn === lastTurn) field.value = last.value;
  [last, lastTurn] = [field, turn];
  if (!field) return;
  for (const one of document.querySelectorAll(`output[for="${field.id}"]`)) one.textContent = field.value;
  const reached = [...(field.list?.options ?? [])].filter((one) => Number(one.value) <= field.valueAsNumber);
  const words = reached.at(-1)?.label ?? "";
  for (const one of document.querySelectorAll(`[data-means="${field.id}"]`)) one.textContent = words;
  if (words) field.setAttribute("aria-valuetext", `${field.value}. ${words}`);
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-amount-by]"))) {
    one.hidden = false;
    one.disabled = field.value === (Number(one.dataset.amountBy) < 0 ? field.min : field.max);
  }
}

/** Listen to the range input and the buttons. */
export function followAmounts() {
  document.addEventListener("input", ({ target }) => target === amountField() && showAmount());
  document.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-amount-by], [data-amount-is]");
    const field = amountField();
    if (!(button instanceof HTMLElement) || !field) return;
    event.preventDefault();
    const { amountBy, amountIs } = button.dataset;
    field.valueAsNumber = Number(amountIs ?? field.valueAsNumber + Number(amountBy));
    showAmount();
  });
  showAmount();
}
