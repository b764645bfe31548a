/** Chooses the sound of an event. It depends only on public data: which pieces move and whether they turn over, but never
 * on a face. This module is loaded when sound is switched on. */

import { RARE_SOUNDS, eventsOf } from "./table-events.js";

/** @typedef {"card" | "turn-over" | "shuffle" | "crown" | "coins" | "cloth" | "seal" | "night" | "season" | "lost" | "call" | "refusal"} Sound */

/** @type {Record<string, Sound>} */
const BY_KIND = { card: "card", crown: "crown", coins: "coins", gold: "coins", food: "coins", chips: "coins", banner: "cloth", marker: "cloth", mission: "seal" };

/**
 * @param {{kind: string, from: string, to: string, count: number}} step
 * @returns {Sound}
 */
export function soundOfStep(step) {
  if (step.kind === "card" && step.count > 1) return "shuffle";
  return step.from === step.to ? "turn-over" : (BY_KIND[step.kind] ?? "card");
}

/**
 * Return the sounds of an entry, one for each movement. If an event has its own sound, that replaces the first.
 * @param {{event: {id?: string, then?: {id?: string}[]}}} entry
 * @param {readonly (readonly {kind: string, from: string, to: string, count: number}[])[]} groups
 * @returns {Sound[]}
 */
export function soundsOf(entry, groups) {
  const own = eventsOf(entry).map(({ id }) => RARE_SOUNDS[id ?? ""]).find(Boolean);
  const steps = groups.map(([first]) => soundOfStep(first));
  return own ? [own, ...steps.slice(1)] : steps;
}
