import { z } from 'zod';

/** A month of the shop's calendar, as 2026-11. */
export const month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11');
export const MonthQuery = z.strictObject({ month });
