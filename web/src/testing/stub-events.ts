import { act } from '@testing-library/react';
import type { LiveKind } from '@shop/contracts/views';

/** Stands in for the gateway's stream of server-sent events, which jsdom cannot open. */
export class StubEvents extends EventTarget {
  static readonly CLOSED = 2;
  /** Every stream that was opened so far, oldest first. */
  static all: StubEvents[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    StubEvents.all.push(this);
  }
  close() {
    this.readyState = StubEvents.CLOSED;
  }

  static get latest(): StubEvents {
    return StubEvents.all.at(-1)!;
  }
  static get open(): StubEvents[] {
    return StubEvents.all.filter(({ readyState }) => readyState !== StubEvents.CLOSED);
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  breaks() {
    this.readyState = 0;
    this.onerror?.();
  }
  isRefused() {
    this.readyState = StubEvents.CLOSED;
    this.onerror?.();
  }
  says(kind: LiveKind, ...ids: number[]) {
    act(() => void this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify({ ids }) })));
  }
}

type Work = () => Promise<void>;

/** Stands in for Web Locks, which jsdom lacks. `grant` runs the work when its turn has come: at once, if no other tab is there. */
export function stubLocks(grant: (work: Work) => Promise<void> = (work) => work()) {
  const request = (_name: string, _options: LockOptions, work: Work) => grant(work);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}

/** Plain http has no Web Locks. */
export const withoutLocks = () => delete (navigator as { locks?: unknown }).locks;

export function stubEvents() {
  stubLocks();
  StubEvents.all = [];
  window.EventSource = StubEvents as unknown as typeof EventSource;
}

export function setVisible(visible: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (visible ? 'visible' : 'hidden') });
  document.dispatchEvent(new Event('visibilitychange'));
}
