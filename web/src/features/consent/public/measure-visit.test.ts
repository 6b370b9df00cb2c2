import { onCLS, onINP, onLCP } from 'web-vitals';
import { setVisible } from '#testing/stub-events.ts';
import { measureVisit } from './measure-visit';

jest.mock('web-vitals', () => ({ onCLS: jest.fn(), onINP: jest.fn(), onLCP: jest.fn() }));

const LISTENERS = { largestPaint: onLCP, layoutShift: onCLS, interactionDelay: onINP };
const measured = (metric: keyof typeof LISTENERS, value: number) =>
  jest.mocked(LISTENERS[metric]).mock.lastCall![0]({ value } as never);

let reports: Record<string, unknown>[];
let narrow = false;

beforeEach(() => {
  reports = [];
  window.history.pushState(null, '', '/track/17?from=mail');
  performance.getEntriesByType = () => [];
  window.matchMedia = () => ({ matches: narrow }) as MediaQueryList;
  navigator.sendBeacon = (address, body) => {
    void (body as Blob).text().then((text) => reports.push({ address, type: (body as Blob).type, ...JSON.parse(text) }));
    return true;
  };
});
afterEach(() => setVisible(true));

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a visit is reported once, when the visitor leaves, with its first page and nothing about the visitor', async () => {
  measureVisit();
  measured('largestPaint', 812.4);
  measured('layoutShift', 0.012345);
  measured('interactionDelay', 48.2);
  setVisible(true);
  await settle();
  expect(reports).toEqual([]);
  setVisible(false);
  setVisible(true);
  setVisible(false);
  await settle();
  expect(reports).toEqual([
    {
      address: '/api/vitals',
      type: 'application/json',
      page: 'track',
      device: 'computer',
      largestPaintMs: 812,
      layoutShift: 0.0123,
      interactionDelayMs: 48,
    },
  ]);
});

test('figures without an event are left out, and a phone is reported as a phone', async () => {
  narrow = true;
  measureVisit();
  setVisible(false);
  await settle();
  expect(reports).toEqual([{ address: '/api/vitals', type: 'application/json', page: 'track', device: 'phone' }]);
});

test('an address that is no page is not measured', async () => {
  window.history.pushState(null, '', '/no/such/page');
  measureVisit();
  setVisible(false);
  await settle();
  expect(reports).toEqual([]);
});
