import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../infra/local/ensure-installed.mjs';

export const RATE = 44_100;
const require = createRequire(import.meta.url);
export const built = (path) => require(join(root, path));

export const catalog = {
  ...built('services/catalog/dist/fingerprints/fingerprint.js'),
  ...built('services/catalog/dist/fingerprints/compare.js'),
};
export const demo = {
  ...built('infra/demo/dist/sound/render-loop.js'),
  ...built('infra/demo/dist/catalogue/demo-tracks.js'),
  ...built('infra/demo/dist/catalogue/sold-tracks.js'),
  ...built('infra/demo/dist/sound/styles.js'),
};

/** The sound of a track of the synthesizer: 16 to 26 s in stereo. */
export function loopOf(facts) {
  const { left, right } = demo.renderLoop(facts);
  return { channels: [left, right], rate: RATE };
}

export function printOf({ channels, rate }) {
  const fingerprint = catalog.createFingerprint(rate);
  for (let at = 0; at < channels[0].length; at += 16_384) fingerprint.add(channels.map((side) => side.subarray(at, at + 16_384)));
  return fingerprint.finish();
}

/** Each sample by `change`, which is given its second and the length in seconds too. */
export const changed = ({ channels, rate }, change) => ({
  channels: channels.map((side) => side.map((sample, i) => change(sample, i / rate, side.length / rate))),
  rate,
});

/** A change that adds white noise. */
export const noise = (db) => {
  const level = Math.sqrt(3) * 10 ** (db / 20);
  return (sample) => sample + (Math.random() * 2 - 1) * level;
};
