const RATE = 11_025;
export const MUSIC_RATE = RATE;

/** Numbers between 0 and 1 that are the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A piece of music in mono: three voices of plucked notes over a beat, another one for each seed. */
export function music(seed: number, seconds = 20): Float32Array {
  const random = randomOf(seed);
  // Jest is slow at looking up what is global.
  const { sin, exp, PI } = Math;
  const samples = new Float32Array(Math.round(seconds * RATE));
  const step = Math.round(RATE * (0.14 + 0.1 * random()));
  for (const octave of [1, 2, 4])
    for (let from = 0; from < samples.length; from += step * (1 + Math.floor(random() * 3))) {
      const hertz = octave * 110 * 2 ** (Math.floor(random() * 12) / 12);
      const level = 0.1 + 0.1 * random();
      const to = Math.min(samples.length, from + step * 4);
      for (let i = from; i < to; i += 1) {
        const t = (i - from) / RATE;
        const phase = 2 * PI * hertz * t;
        samples[i]! += level * exp(-4 * t) * (sin(phase) + 0.5 * sin(2 * phase) + 0.3 * sin(3 * phase));
      }
    }
  for (let from = 0; from < samples.length; from += 2 * step)
    for (let i = from; i < Math.min(samples.length, from + 700); i += 1)
      samples[i]! += 0.3 * (random() - 0.5) * exp(-(i - from) / 150);
  return samples;
}

/** Half a second of a tone and noise again and again: the most regular loop, another one for each seed. */
export function aLoop(seed: number, seconds = 40): Float32Array {
  const random = randomOf(seed);
  const frames = Math.round(RATE / 2);
  const hertz = 60 + 400 * random();
  const loop = Float32Array.from({ length: frames }, (_, i) => {
    const tone = 0.6 * Math.sin((2 * Math.PI * hertz * i) / RATE);
    return 0.5 * Math.exp((-6 * i) / frames) * (tone + 0.4 * (2 * random() - 1));
  });
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => loop[i % frames] ?? 0);
}
