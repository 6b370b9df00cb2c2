import { createRequire } from 'node:module';
import { built, changed, demo, loopOf, noise, printOf } from './sounds-and-prints.mjs';
import { closedAtInterrupt, median } from './shop.mjs';

const require = createRequire(import.meta.url);
/** What the shop keeps of a track of 3.5 minutes. */
const WORDS_OF_TRACK = 1000;
const TRACKS_A_STATEMENT = 1000;
/** How full a page is on average in an index that has grown in no order; one that is made at once is fuller. */
const FILLED_PERCENT = 70;

/**
 * Measures the room that the words of `count` tracks take, and the time in which `tracks` of the demo are found among them, each with noise
 * at −40 dB. The words of the tracks are those of the demo's with a quarter of their bits changed, so that they crowd where words of music
 * do; they are no sounds. The index is made when they are all there, as loose as one that has grown.
 * @returns whether each was found, and nothing else
 */
export async function measureStored(count, tracks) {
  const { createLog, openDatabase } = require('@shop/runtime');
  const { makeDataDir, postgresIn, removeDataDir, startPostgres } = require('@shop/local');
  const { schema } = built('services/catalog/dist/database.js');
  const dataDir = await makeDataDir();
  const postgres = await startPostgres({ dataDir: postgresIn(dataDir), fast: true });
  const close = async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  const measure = async () => {
    // The index alone takes minutes.
    const source = await openDatabase({ ...schema, url: postgres.url, log: createLog('bench', 'error'), answerWithinMs: 0 });
    try {
      const sounds = demo.demoTracks.slice(0, tracks).map((track) => loopOf(demo.factsOfTrack(track)));
      const prints = sounds.map(printOf);
      await fill(source, count, prints);
      return await find(source, sounds, prints);
    } finally {
      await source.destroy();
    }
  };
  try {
    return await closedAtInterrupt(close, measure());
  } finally {
    await close();
  }
}

async function fill(source, count, prints) {
  const began = performance.now();
  const words = [...new Set(prints.flatMap((print) => [...print.words]))].filter((word) => word !== 0);
  const [{ indexdef }] = await source.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'fingerprint_words_found'`);
  await source.query('DROP INDEX fingerprint_words_found');
  await source.query('ALTER TABLE fingerprint_words SET UNLOGGED');
  const random = '(random() * 4294967295 - 2147483648)::bigint::int';
  for (let from = 0; from < count; from += TRACKS_A_STATEMENT)
    await source.query(
      `INSERT INTO fingerprint_words
       SELECT ($3::int[])[1 + floor(random() * $4::int)::int] # (${random} & ${random}), track
       FROM generate_series(1000000 + $1::int, 1000000 + $1::int + $2::int - 1) AS track, generate_series(1, ${WORDS_OF_TRACK})`,
      [from, Math.min(TRACKS_A_STATEMENT, count - from), words, words.length],
    );
  await source.query(`SET maintenance_work_mem = '256MB'; ${indexdef} WITH (fillfactor = ${FILLED_PERCENT})`);
  await source.query('VACUUM ANALYZE fingerprint_words');
  console.log(`${count} tracks of ${WORDS_OF_TRACK} words: filled in ${Math.round((performance.now() - began) / 1000)} s`);
  const [sizes] = await source.query(
    `SELECT pg_size_pretty(pg_table_size('fingerprint_words')) AS rows, pg_size_pretty(pg_indexes_size('fingerprint_words')) AS index`,
  );
  console.log(`  ${sizes.rows} of rows, ${sizes.index} of index`);
}

async function find(source, sounds, prints) {
  const { matchesOf, saveFingerprint } = built('services/catalog/dist/fingerprints/recordings.js');
  for (const [nth, print] of prints.entries()) {
    const [{ id }] = await source.query(
      `INSERT INTO products (name, category, price_cents, music_key, type, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave, duration)
       VALUES ('Track', 'Techno', 100, 'A', 'Instrumental', '', false, false, '', '', '', '', 20) RETURNING id`,
    );
    await saveFingerprint(source.manager, { productId: id, source: `track ${nth}` }, print);
  }
  const times = [];
  let right = 0;
  for (const [nth, sound] of sounds.entries()) {
    const print = printOf(changed(sound, noise(-40)));
    const startedAt = performance.now();
    const matches = await matchesOf(source.manager, print, { productId: null, packageId: null, sellerId: 1, submissionId: null });
    times.push(performance.now() - startedAt);
    const [best] = matches;
    right += Number(matches.length === 1 && best.agreement.likeness === 'same' && best.known.source === `track ${nth}`);
  }
  console.log(
    `  found ${right} of ${sounds.length}, each in ${median(times).toFixed(1)} ms (at most ${Math.max(...times).toFixed(1)} ms)`,
  );
  return right === sounds.length;
}
