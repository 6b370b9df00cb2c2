import { z } from 'zod';
import { withoutMarks } from '../constants';
import { isOneLine, ONE_LINE } from './fields';

/** The query of every admin list (docs/product/wire.md#lists). */
export const ListQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100, 'At most 100').default(10),
  q: z
    .string()
    .overwrite(withoutMarks)
    .trim()
    .normalize('NFC')
    .max(200, 'At most 200 characters')
    .refine(isOneLine, ONE_LINE)
    .optional(),
  sort: z.string().max(40).optional(),
});
export type ListQuery = z.output<typeof ListQuery>;
