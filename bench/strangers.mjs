import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { catalog, demo, loopOf, printOf } from './sounds-and-prints.mjs';

const WORKERS = Number(process.env.BENCH_WORKERS ?? availableParallelism());
/** Tracks with fewer equal words are not compared by the shop either. */
const FEWEST_WORDS = 3;

const KEYS = ['A', 'A#', 'B', 'C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#'];

/** Every combination of style, tempo, key and mode, in a mixed order. */
export function factsOfStrangers(count) {
  const styles = Object.keys(demo.STYLES);
  const bpmOf = Object.fromEntries(demo.demoTracks.map((track) => [track.category, demo.factsOfTrack(track).bpm]));
  return Array.from({ length: count }, (_, nth) => ({
    name: `Stranger ${nth}`,
    style: styles[nth % styles.length],
    music_key: KEYS[Math.floor(nth / styles.length) % 12],
    key_mode: Math.floor(nth / styles.length / 12) % 2 === 0 ? 'minor' : 'major',
    bpm: bpmOf[styles[nth % styles.length]] + 2 * Math.floor(nth / styles.length / 24),
    vocal: false,
    showcase: 'finished',
  }));
}

/**
 * Makes the sounds and prints of these tracks, `BENCH_WORKERS` at a time, and compares each with those that share words with it, as the
 * shop does. Says every tenth of it.
 * @returns how many pairs there are, how many were compared, and those that are the same or similar, with a sentence about each
 */
export async function pairsAmong(facts) {
  const workers = Array.from({ length: WORKERS }, (_, nth) => new Worker(import.meta.filename, { workerData: { facts, nth } }));
  try {
    const prints = [];
    await eachDone(workers, facts.length, 'printed', ({ nth, words }) => (prints[nth] = words));
    let compared = 0;
    const hits = [];
    for (const worker of workers) worker.postMessage(prints);
    await eachDone(workers, facts.length, 'compared', (result) => {
      compared += result.compared;
      hits.push(...result.hits);
    });
    return { tracks: facts.length, pairs: (facts.length * (facts.length - 1)) / 2, compared, hits };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Takes one message for each track. */
const eachDone = (workers, count, what, take) =>
  new Promise((resolve, reject) => {
    let done = 0;
    for (const worker of workers) {
      worker.removeAllListeners('message').removeAllListeners('error');
      worker.on('error', reject).on('message', (message) => {
        take(message);
        done += 1;
        if (count >= 100 && done % Math.ceil(count / 10) === 0) console.log(`  ${done} of ${count} ${what}`);
        if (done === count) resolve();
      });
    }
  });

function work({ facts, nth: first }) {
  const own = facts.map((_, nth) => nth).filter((nth) => nth % WORKERS === first);
  for (const nth of own) parentPort.postMessage({ nth, words: printOf(loopOf(facts[nth])).words });
  parentPort.once('message', (prints) => {
    const places = new Map();
    for (const [nth, words] of prints.entries())
      for (const word of catalog.searchWords({ words }))
        places
          .set(word, places.get(word) ?? [])
          .get(word)
          .push(nth);
    for (const nth of own) parentPort.postMessage(comparedWithEarlier(facts, prints, places, nth));
  });
}

function comparedWithEarlier(facts, prints, places, nth) {
  const shared = new Map();
  for (const word of new Set(prints[nth]))
    if (word !== 0) for (const other of places.get(word) ?? []) if (other < nth) shared.set(other, (shared.get(other) ?? 0) + 1);
  const candidates = [...shared].filter(([, count]) => count >= FEWEST_WORDS).map(([other]) => other);
  const hits = candidates.flatMap((other) => {
    const agreement = catalog.compare({ words: prints[nth] }, { words: prints[other] });
    if (!agreement) return [];
    const { likeness, bitError } = agreement;
    return [
      {
        likeness,
        isTwin: areTwins(facts[nth], facts[other]),
        sentence: `${likeness} (${bitError.toFixed(3)}): ${describe(facts[nth])} and ${describe(facts[other])}`,
      },
    ];
  });
  return { compared: candidates.length, hits };
}

/**
 * Whether the synthesizer gives both the same drums and nearly all notes: style and tempo are the same, and one is in major and the other in
 * minor, of the same root or of the same notes. A listener takes them for one track too.
 */
function areTwins(a, b) {
  const [major, minor] = a.key_mode === 'major' ? [a, b] : [b, a];
  if (a.style !== b.style || a.bpm !== b.bpm || major.key_mode === minor.key_mode) return false;
  return [0, 9].some((semitones) => KEYS[(KEYS.indexOf(major.music_key) + semitones) % 12] === minor.music_key);
}

const describe = ({ name, style, bpm, music_key: key, key_mode: mode }) => `${name} (${style}, ${bpm}, ${key} ${mode})`;

if (!isMainThread) work(workerData);
