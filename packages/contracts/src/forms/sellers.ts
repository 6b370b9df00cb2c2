import { z } from 'zod';
import { SELLER_STATUSES } from '../constants';

export const SellerStatusForm = z.strictObject({ status: z.enum(SELLER_STATUSES, { error: 'Unknown status' }) });
