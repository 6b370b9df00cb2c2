import type { CertificateChange, ChangeReason } from '@shop/contracts/constants';
import { inLocalStorage } from '#lib/storage.ts';
import { consistencyPath, inclusionPath, isConsistent, isIncluded, leafHash } from './merkle';
import { checkHead, readHead, readKeys, type Head } from './notes';
import { hashReader, readLeaf, Refuted, type ReadFile } from './tiles';

/** A call of the log that has not come through. It says nothing about the log. */
export class Unreachable extends Error {}

/** Fetches what stands at an address of the shop. @throws Refuted when nothing is there; Unreachable when no answer came */
async function fetchThere(address: string, cache: RequestCache = 'default'): Promise<Response> {
  const answer = await fetch(new URL(address, window.location.origin), { cache }).catch(() => null);
  if (answer?.status === 404) throw new Refuted(`The shop does not publish ${address}, which a log of this size has.`);
  if (!answer?.ok) throw new Unreachable(address);
  return answer;
}
const fileOf =
  (cache?: RequestCache): ReadFile =>
  async (address) =>
    new Uint8Array(await (await fetchThere(`/log/${address}`, cache)).arrayBuffer());
export const readLogFile = fileOf();
export const readLogKeys = async () => readKeys(await (await fetchThere('/log/key')).text());

/** The newest head, signed by a key of the log. */
export async function newestHead(): Promise<Head> {
  const [note, keys] = await Promise.all([
    fetchThere('/log/checkpoint', 'no-cache').then((answer) => answer.text()),
    readLogKeys(),
  ]);
  return checkHead(note, keys);
}

const KEY = 'salesLogHead';

/** The newest head that this browser has checked (docs/product/screens.md#what-the-browser-keeps). */
export const seenHead = {
  get(): Head | null {
    const note = inLocalStorage((entries) => entries[KEY]);
    try {
      return note === undefined ? null : readHead(note);
    } catch {
      return null;
    }
  },
  save: ({ note }: Head) => inLocalStorage((entries) => (entries[KEY] = note)),
};

/** The log is no continuation of what it was: both signed heads together prove it. */
export class Rewritten extends Refuted {
  constructor(
    message: string,
    readonly knownHead: Head,
    readonly head: Head,
  ) {
    super(message);
  }
}

/** A head compared with the one seen last. `older`: an answer from a cache; the log has not gone back. */
export type Growth = { kind: 'first' | 'same' | 'grown' | 'older'; seen: Head | null };

const continues = async (earlier: Head, later: Head, readFile: ReadFile) =>
  isConsistent(earlier, later, await consistencyPath(hashReader(readFile, later.size), earlier.size, later.size));

/**
 * Compares a head with that which this browser saw last, and remembers the newer one of both.
 * @throws Rewritten when the log went back, forked or became another one; what was seen is kept then
 */
export async function compareWithSeen(head: Head): Promise<Growth> {
  const knownHead = seenHead.get();
  if (!knownHead) {
    seenHead.save(head);
    return { kind: 'first', seen: knownHead };
  }
  if (knownHead.origin !== head.origin) throw new Rewritten('The log had another name when you saw it last.', knownHead, head);
  if (knownHead.size > head.size) {
    // Tiles in this browser's cache would show what the shop no longer has.
    const isThere = await continues(head, knownHead, fileOf('reload')).catch((error: unknown) => {
      if (error instanceof Refuted) return false;
      throw error;
    });
    if (!isThere) throw new Rewritten('The log is shorter than when you saw it last: entries are gone.', knownHead, head);
    return { kind: 'older', seen: knownHead };
  }
  if (!(await continues(knownHead, head, readLogFile)))
    throw new Rewritten('The log does not begin with the entries that you saw last: its past was changed.', knownHead, head);
  seenHead.save(head);
  return { kind: knownHead.size === head.size ? 'same' : 'grown', seen: knownHead };
}

/** An entry of the log as its leaf says it. */
export type LogEntry = { index: number; certificate: string; day: string } & (
  | { kind: 'sale'; track: string; text: string }
  | { kind: CertificateChange; reason: ChangeReason }
);

/** @throws Refuted when the leaf is not written as an entry is */
export function readEntry(leaf: Uint8Array, index: number): LogEntry {
  try {
    return { ...(JSON.parse(new TextDecoder().decode(leaf)) as LogEntry), index };
  } catch {
    throw new Refuted(`Entry ${index} is not written as an entry is.`);
  }
}

/**
 * The entries from `start` to before `end`, each checked against the root of the head, the newest first.
 * @throws Refuted when one of them is not what the head has signed
 */
export async function readEntries(head: Head, start: number, end: number): Promise<LogEntry[]> {
  const read = hashReader(readLogFile, head.size);
  const bundles = new Map<string, Promise<Uint8Array>>();
  const readBundle: ReadFile = (address) => {
    const reading = bundles.get(address) ?? readLogFile(address);
    bundles.set(address, reading);
    return reading;
  };
  const entryAt = async (index: number) => {
    const leaf = await readLeaf(readBundle, index, head.size);
    if (!isIncluded(leafHash(leaf), index, head.size, await inclusionPath(read, index, head.size), head.root))
      throw new Refuted(`Entry ${index} is not the one that the head has signed.`);
    return readEntry(leaf, index);
  };
  return Promise.all(Array.from({ length: end - start }, (_, at) => entryAt(end - 1 - at)));
}
