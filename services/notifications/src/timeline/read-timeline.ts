import { ALL_EVENTS, subjectOf, titleOf } from '@shop/contracts/events';
import type { TimelineQuery } from '@shop/contracts/forms';
import type { TimelineEntryView, TimelineView } from '@shop/contracts/views';
import { pageOf, spreadsheet, windowOf } from '@shop/shared';
import { COUNTED, type Filter, type TimelineArchive } from './archive';
import type { Entry } from './entry';

type TimelineFilter = Omit<TimelineQuery, 'page' | 'limit'>;

/** The titles of the events, sorted. */
const TYPES: { type: string; title: string }[] = ALL_EVENTS.map(({ type, timeline }) => ({ type, title: timeline.title })).sort(
  (a, b) => a.title.localeCompare(b.title),
);

/** A page of the timeline, newest first; without `page` the newest 1,000 entries (docs/product/administration.md#timeline). */
export async function readTimeline(archive: TimelineArchive, query: TimelineQuery): Promise<TimelineView> {
  const { entries, total } = await archive.find(filterOf(query), windowOf(query));
  return { ...pageOf(query, total, entries.map(viewOf)), types: TYPES };
}

/** The newest 10,000 of these entries as a spreadsheet: times in UTC, as a spreadsheet reads them, amounts in cents as the events have them. */
export async function timelineCsv(archive: TimelineArchive, query: TimelineFilter): Promise<string> {
  const { entries } = await archive.find(filterOf(query), { skip: 0, take: COUNTED });
  return spreadsheet(entries, {
    'When (UTC)': ({ at }) => at.toISOString().replace('T', ' ').slice(0, 19),
    What: ({ type }) => titleOf(type),
    Event: ({ type }) => type,
    About: ({ subjects }) => subjects.map(inWords).join(', '),
    Facts: ({ facts }) =>
      Object.entries(facts)
        .map(([name, fact]) => `${name}: ${fact ?? 'none'}`)
        .join(', '),
    Request: ({ requestId }) => requestId,
  });
}

const inWords = (key: string) => key.replace(':', ' ');

const viewOf = ({ id, at, type, subjects, facts, requestId }: Entry): TimelineEntryView => ({
  id,
  at: at.toISOString(),
  type,
  title: titleOf(type),
  about: subjects.map(subjectOf),
  facts,
  request_id: requestId,
});

const REQUEST = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function filterOf({ about, type, q, from, to }: TimelineFilter): Filter {
  const search = q && REQUEST.test(q) ? { requestId: q.toLowerCase() } : q ? { types: typesHeaded(q) } : {};
  const types = type === undefined ? search.types : [type].filter((eventType) => search.types?.includes(eventType) ?? true);
  return { ...search, types, subject: about, from: dateOf(from), to: dateOf(to) };
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

const typesHeaded = (words: string) =>
  TYPES.filter(({ type, title }) => `${title} ${type}`.toLowerCase().includes(words.toLowerCase())).map(({ type }) => type);
