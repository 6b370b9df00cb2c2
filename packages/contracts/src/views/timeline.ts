import { z } from 'zod';
import { SUBJECTS } from '../constants';
import { at, Page } from './shared';

const fact = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** An event, with its kept facts. */
export const TimelineEntryView = z
  .strictObject({
    id: z.uuid(),
    at,
    type: z.string().meta({ description: "The event's type; what stands before the dot said it" }),
    title: z.string(),
    about: z.array(z.strictObject({ kind: z.enum(SUBJECTS), id: z.int() })),
    facts: z.record(z.string(), fact).meta({ description: 'Names that end in `Cents` are cents' }),
    request_id: z.string().nullable().meta({ description: 'The request that caused it; logs have it too' }),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntryView = z.output<typeof TimelineEntryView>;

/** A page of the timeline, and all kinds of entries that exist. The total is counted up to 10,000. */
export const TimelineView = Page(TimelineEntryView)
  .extend({ types: z.array(z.strictObject({ type: z.string(), title: z.string() })) })
  .meta({ id: 'Timeline' });
export type TimelineView = z.output<typeof TimelineView>;
