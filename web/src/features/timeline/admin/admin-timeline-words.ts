import { SUBJECTS } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import { timeText } from '@shop/contracts/times';
import type { TimelineEntryView } from '@shop/contracts/views';

const SUBJECT = new RegExp(`^(${SUBJECTS.join('|')})s?[\\s:#]+(\\d+)$`, 'i');

/**
 * The search text as a query of the service: `order 12` asks for entries about that order, anything else for entries with that
 * text in their title.
 */
export function searchedFor(query: string): string {
  const params = new URLSearchParams(query);
  const [, subject, id] = SUBJECT.exec(params.get('q')?.trim() ?? '') ?? [];
  if (!subject) return params.toString();
  params.delete('q');
  params.set('about', `${subject.toLowerCase()}:${Number(id)}`);
  return params.toString();
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

/** The facts of an entry as text: cents as dollars, times in the reader's own time zone. Facts without a value are left out. */
export const factsInWords = (facts: TimelineEntryView['facts']): { label: string; text: string }[] =>
  Object.entries(facts).flatMap(([name, fact]) =>
    fact === null || fact === '' ? [] : [{ label: nameInWords(name), text: textOf(name, fact) }],
  );

const nameInWords = (name: string) => {
  const words = name
    .replace(/Cents$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function textOf(name: string, fact: string | number | boolean): string {
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  if (typeof fact === 'number') return name.endsWith('Cents') ? formatCents(fact) : String(fact);
  return MOMENT.test(fact) ? timeText(fact) : fact;
}
