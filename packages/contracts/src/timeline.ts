import { SUBJECTS, type Subject } from './constants';

type Id = number | null;
export type Fact = string | number | boolean | null;

/** What stays of an event for good: the ids of what it concerns, and the facts that are named here. */
export type Kept = { [Kind in Subject]?: Id | readonly Id[] } & { facts?: Record<string, Fact> };

/** The ids of what something concerns, each once. */
export type Concerns = Partial<Record<Subject, number[]>>;

/**
 * How the timeline tells an event: `title` heads it, `keep` picks what may be kept. What it does not pick is never kept: never pick a code, a token,
 * a link, an address, a person's name or what somebody typed (docs/product/administration.md#timeline).
 */
export type Telling<Data> = { title: string; keep: (data: Data) => Kept };

/** → the ids of all that was kept as concerned. */
export const concernsIn = (kept: Kept): Concerns =>
  Object.fromEntries(
    SUBJECTS.flatMap((kind) => {
      const ids = [kept[kind] ?? []].flat().filter((id: Id) => id !== null);
      return ids.length > 0 ? [[kind, [...new Set(ids)]]] : [];
    }),
  );

/** A subject as entries are found by it: `order:12`. */
export const subjectKey = (kind: Subject, id: number) => `${kind}:${id}`;

/** `order:12` → its kind and number. */
export function subjectOf(key: string): { kind: Subject; id: number } {
  const [kind, id] = key.split(':') as [Subject, string];
  return { kind, id: Number(id) };
}
