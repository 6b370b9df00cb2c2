import { SUBJECTS } from '@shop/contracts/constants';
import { concernsIn, keptOf, subjectKey, type Fact } from '@shop/contracts/events';
import type { Message } from '@shop/messaging';

/** The facts of one event that its declaration picks, never its body. `subjects` are keys such as `order:12`. */
export type Entry = {
  /** The event's own id: the same event is stored once. */
  id: string;
  type: string;
  at: Date;
  requestId: string | null;
  subjects: string[];
  facts: Record<string, Fact>;
};

/**
 * The entry of a message. If this version does not know the event or cannot read it, the entry says only that it happened, because
 * nobody knows which of its fields may stay (docs/product/administration.md#timeline).
 */
export function entryOf(message: Message): Entry {
  const { id, type, occurredAt, requestId } = message;
  const record = keptOf(message) ?? {};
  const concerns = concernsIn(record);
  const subjects = SUBJECTS.flatMap((kind) => (concerns[kind] ?? []).map((subjectId) => subjectKey(kind, subjectId)));
  return { id, type, at: new Date(occurredAt), requestId, subjects, facts: record.facts ?? {} };
}
