import { SUBJECTS, type Subject } from './constants';

type Id = number | null;
export type Fact = string | number | boolean | null;

/** The part of an event that stays for good: the ids of the objects it concerns, and the named facts. */
export type TimelineFacts = { [Kind in Subject]?: Id | readonly Id[] } & { facts?: Record<string, Fact> };

/** The ids of the objects that something concerns, each once. */
export type Concerns = Partial<Record<Subject, number[]>>;

/**
 * How the timeline tells an event: `title` is its heading, and `keep` picks the only facts that are kept. Never pick a code, a
 * token, a link, an address, a person's name or a text that somebody typed (docs/product/administration.md#timeline).
 */
export type Telling<Data> = { title: string; keep: (data: Data) => TimelineFacts };

/** @returns the ids of all objects that the kept facts concern */
export const concernsIn = (record: TimelineFacts): Concerns =>
  Object.fromEntries(
    SUBJECTS.flatMap((kind) => {
      const ids = [record[kind] ?? []].flat().filter((id: Id) => id !== null);
      return ids.length > 0 ? [[kind, [...new Set(ids)]]] : [];
    }),
  );

/** The key of the entries about an object: `order:12`. */
export const subjectKey = (kind: Subject, id: number) => `${kind}:${id}`;

/**
 * `order:12`
 * @returns its kind and number.
 */
export function subjectOf(key: string): { kind: Subject; id: number } {
  const [kind, id] = key.split(':') as [Subject, string];
  return { kind, id: Number(id) };
}
