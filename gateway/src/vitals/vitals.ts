import type { VitalsForm } from '@shop/contracts/forms';
import { LIMITS, type vitalsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import { Histogram, type Registry } from 'prom-client';
import { floodGuard } from '../guard/flood';

/**
 * Passes the measurements of visitors' browsers to `count` (docs/product/screens.md#cookie-consent). Anybody can invent figures, so
 * only an operator looks at them, and they control nothing. @throws Refusal 429
 */
export const vitalsHandlers = (count: (vitals: VitalsForm) => void, rateScale: number): Handlers<typeof vitalsRoutes> => ({
  reportVitals: {
    before: [floodGuard(rateScale, LIMITS.vitals)],
    handle: ({ body }) => Promise.resolve(count(body)),
  },
});

/** @returns counts the measurements of one visit in the histograms of `registry`, by its first page and the kind of device */
export function createVitals(registry: Registry): (vitals: VitalsForm) => void {
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames: ['page', 'device'], registers: [registry] });
  const paint = histogram(
    'page_largest_paint_seconds',
    'When the largest part of the first page was drawn, in the browsers of visitors',
    [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
  );
  const shift = histogram(
    'page_layout_shift',
    'How far a page moved by itself, in the browsers of visitors',
    [0, 0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  );
  const delay = histogram(
    'page_interaction_delay_seconds',
    'How late a page answered the slowest input of a visit',
    [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
  );
  return ({ page, device, largestPaintMs, layoutShift, interactionDelayMs }) => {
    const labels = { page, device };
    if (largestPaintMs !== undefined) paint.observe(labels, largestPaintMs / 1000);
    if (layoutShift !== undefined) shift.observe(labels, layoutShift);
    if (interactionDelayMs !== undefined) delay.observe(labels, interactionDelayMs / 1000);
  };
}
