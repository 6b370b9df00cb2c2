import { SUBJECTS } from '@shop/contracts/constants';
import { concernsIn, keptOf, subjectKey, type Fact } from '@shop/contracts/events';
import type { Message } from '@shop/messaging';

/** What stays of one event: never its body, only what the event's declaration picks. `subjects` are keys such as `order:12`. */
export type Entry = {
  /** The event's own: the same event is kept once. */
  id: string;
  type: string;
  at: Date;
  requestId: string | null;
  subjects: string[];
  facts: Record<string, Fact>;
};

/**
 * The entry of a message. Of an event that this version does not know or cannot read, it keeps only that the event happened, because nobody
 * knows which of its fields may stay (docs/product/administration.md#timeline).
 */
export function entryOf(message: Message): Entry {
  const { id, type, occurredAt, requestId } = message;
  const kept = keptOf(message) ?? {};
  const concerns = concernsIn(kept);
  const subjects = SUBJECTS.flatMap((kind) => (concerns[kind] ?? []).map((one) => subjectKey(kind, one)));
  return { id, type, at: new Date(occurredAt), requestId, subjects, facts: kept.facts ?? {} };
}
