import { z } from 'zod';
import { DASHBOARD_DAYS } from '../constants';

/** How many days the dashboard's series go back, today included. */
export const DashboardQuery = z.strictObject({
  days: z.coerce
    .number()
    .default(DASHBOARD_DAYS[0])
    .refine((days) => (DASHBOARD_DAYS as readonly number[]).includes(days), `Choose one of ${DASHBOARD_DAYS.join(', ')}`),
});
