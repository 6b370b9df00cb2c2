import { inBrowser } from '../in-browser';

/** The marks in a history entry's state: `idx` comes from the router, `layer` from this file. */
type Entry = { idx?: number; layer?: number } | null;
/** A place in the history: the index of the router's entry, and the number of layers over it. */
type Place = { idx: number; depth: number };
type Layer = { close: () => void };
type HistoryPlace = { href: string; state: Entry };

/** A dialog that is still open after so long has refused to close. */
const REFUSED_AFTER_MS = 100;
const TRAVEL_MS = 500;

const open: Layer[] = [];
const entry = () => (inBrowser ? (window.history.state as Entry) : null);
let place: Place = { idx: entry()?.idx ?? 0, depth: entry()?.layer ?? 0 };
/** The address that a layer gave its page, as the filters in a sheet do. The page takes it over when the layer closes. */
let pageMove: HistoryPlace | null = null;
/** Whether that address becomes a step of its own, which Back undoes. */
let isStep = false;
/** The address of the page before its first layer opened. */
let hrefBelow = '';
let travel: { to: Place; by: number } | null = null;
let timer = 0;

const deferSettle = (ms = 0) => {
  clearTimeout(timer);
  timer = window.setTimeout(settle, ms);
};

/** Reads the present place. When the router replaces the address below a layer, the entry loses its mark, which is set again. */
function readPlace(): Place {
  const state = entry();
  const idx = state?.idx ?? place.idx;
  if (state?.layer === undefined && idx === place.idx && place.depth > 0) {
    pageMove = { href: window.location.href, state };
    window.history.replaceState({ ...state, layer: place.depth }, '');
  }
  if (idx !== place.idx) pageMove = null; // another page
  place = { idx, depth: entry()?.layer ?? 0 };
  return place;
}

/** Adds or removes history entries until there are as many as layers. */
function settle() {
  if (travel) return;
  const { idx, depth } = readPlace();
  if (depth === 0) hrefBelow = window.location.href;
  for (let layer = depth + 1; layer <= open.length; layer += 1) window.history.pushState({ ...entry(), layer }, '');
  place = { idx, depth: Math.max(depth, open.length) };
  if (depth <= open.length) return;
  // The layer's own entry becomes the step, so that no Back can come in between.
  if (pageMove && isStep && depth === 1 && pageMove.href !== hrefBelow) return takeStep(pageMove, 'replaceState');
  const trip = { to: { idx, depth: open.length }, by: open.length - depth };
  travel = trip;
  window.history.go(trip.by);
  setTimeout(() => travel === trip && (travel = null), TRAVEL_MS);
}

function takeStep({ href, state }: HistoryPlace, how: 'pushState' | 'replaceState') {
  pageMove = null;
  place = { idx: place.idx + 1, depth: 0 };
  window.history[how]({ ...state, idx: place.idx }, '', href);
}

function takeOver(by: HistoryPlace) {
  if (isStep && by.href !== window.location.href) return takeStep(by, 'pushState');
  pageMove = null;
  window.history.replaceState(by.state, '', by.href);
}

/** Runs before the router hears of the event. */
function onPopState() {
  const before = place;
  place = { idx: entry()?.idx ?? before.idx, depth: entry()?.layer ?? 0 };
  const { idx, depth } = place;
  const trip = travel;
  travel = null;

  if (trip && (idx !== trip.to.idx || depth !== trip.to.depth)) return window.history.go(-trip.by); // a link was followed
  if (idx !== before.idx) pageMove = null;
  if (!trip && depth > open.length) {
    // Skips the entry of a layer that is already closed.
    const isBack = idx < before.idx || (idx === before.idx && depth < before.depth);
    const { navigation } = window as { navigation?: { canGoForward: boolean } };
    return window.history.go(!isBack && navigation?.canGoForward ? 1 : -1);
  }
  if (pageMove && depth < before.depth) {
    if (depth > 0) window.history.replaceState({ ...pageMove.state, layer: depth }, '', pageMove.href);
    else takeOver(pageMove);
  }
  if (!trip) for (const layer of open.slice(depth).reverse()) layer.close();
  deferSettle(trip ? 0 : REFUSED_AFTER_MS); // a layer may have opened in the meantime
}

if (inBrowser) {
  window.addEventListener('popstate', onPopState, true);
  deferSettle(); // after a reload no layer is open
}

/** The layers over the page that the browser's Back closes. Each has its own entry in the history while it is open. */
export const layers = {
  /** @returns a function that removes the layer */
  add(layer: Layer) {
    open.push(layer);
    isStep = false;
    if (!travel && readPlace().depth < open.length) settle();
    return () => {
      open.splice(open.indexOf(layer), 1);
      deferSettle();
    };
  },
  look: () => void readPlace(),
  /**
   * Called for a choice that Back shall undo.
   * @returns whether a layer is open: all choices in it become one step when it closes
   */
  takesStep: () => (isStep = open.length > 0),
};
