import { z } from 'zod';
import { SUBJECTS } from '../constants';
import { line, moment } from './fields';
import { ListQuery } from './lists';

const ABOUT = new RegExp(`^(${SUBJECTS.join('|')}):[1-9]\\d{0,9}$`);

/**
 * Filters of the timeline; `from` is included, `to` is not. `about` names an object, as `order:12`. `q` is the id of a request, or
 * a part of the entries' titles.
 */
export const TimelineQuery = ListQuery.omit({ sort: true }).extend({
  about: z
    .string()
    .regex(ABOUT, `Must be one of ${SUBJECTS.join(', ')}, a colon and its number`)
    .optional(),
  type: line(80).optional(),
  from: moment.optional(),
  to: moment.optional(),
});
export type TimelineQuery = z.output<typeof TimelineQuery>;
