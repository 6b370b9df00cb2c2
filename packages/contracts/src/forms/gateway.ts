import { z } from 'zod';
import { PAGE_NAMES } from '../pages';
import { DASHBOARD_DAYS } from '../constants';
import { line } from './fields';

/** The parked messages to try again: those of one reaction of one service. */
export const PutBackForm = z.strictObject({
  service: z.enum(['identity', 'catalog', 'orders', 'sellers', 'notifications'], { error: 'There is no such service' }),
  reaction: line(200, 'Please name the reaction'),
});
export type PutBackForm = z.output<typeof PutBackForm>;

const MINUTE_MS = 60_000;

/**
 * The measurements of a visitor's browser, without anything about the visitor: when the largest part of the first page was drawn
 * and how late the page answered the slowest input, in milliseconds, and how far things moved by themselves (a share of the
 * screen).
 */
export const VitalsForm = z.strictObject({
  page: z.enum(PAGE_NAMES, { error: 'There is no such page' }),
  device: z.enum(['phone', 'computer'], { error: 'There is no such device' }),
  largestPaintMs: z.number().min(0).max(MINUTE_MS).optional(),
  layoutShift: z.number().min(0).max(100).optional(),
  interactionDelayMs: z.number().min(0).max(MINUTE_MS).optional(),
});
export type VitalsForm = z.output<typeof VitalsForm>;

/** The number of days that the dashboard's series cover, today included. */
export const DashboardQuery = z.strictObject({
  days: z.coerce
    .number()
    .default(DASHBOARD_DAYS[0])
    .refine((days) => (DASHBOARD_DAYS as readonly number[]).includes(days), `Choose one of ${DASHBOARD_DAYS.join(', ')}`),
});
