import { z } from 'zod';
import { PAGE_NAMES } from '../pages';

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
