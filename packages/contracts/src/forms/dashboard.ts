import { z } from 'zod';
import { DASHBOARD_DAYS } from '../constants';

/** The number of days that the dashboard's series cover, today included. */
export const DashboardQuery = z.strictObject({
  days: z.coerce
    .number()
    .default(DASHBOARD_DAYS[0])
    .refine((days) => (DASHBOARD_DAYS as readonly number[]).includes(days), `Choose one of ${DASHBOARD_DAYS.join(', ')}`),
});
