import type { Section } from './arrangement';
import type { LaneName, Score } from './lanes';

const TICKS_PER_STEP = 120;
const STEPS_PER_BAR = 16;

/**
 * A MIDI file (format 0) of one part over the whole track: its four bars again and again where the arrangement plays it.
 * @param bars how many bars the score lasts
 */
export function midiOf(
  lane: LaneName,
  score: Score,
  sections: readonly Section[],
  { bpm, bars }: { bpm: number; bars: number },
): Buffer {
  const events: { tick: number; bytes: number[] }[] = [];
  for (const { from, to, lanes } of sections.filter((section) => section.lanes[lane]))
    for (let bar = from; bar < to; bar += bars)
      for (const { at, steps, pitch, velocity } of score) {
        const start = bar * STEPS_PER_BAR + at;
        if (start >= to * STEPS_PER_BAR) continue;
        const end = Math.min(to * STEPS_PER_BAR, start + steps);
        const loud = Math.max(1, Math.min(127, Math.round(127 * velocity * (lanes[lane] ?? 1))));
        events.push({ tick: start * TICKS_PER_STEP, bytes: [0x90, pitch, loud] });
        events.push({ tick: end * TICKS_PER_STEP - 1, bytes: [0x80, pitch, 0] });
      }
  events.sort((a, b) => a.tick - b.tick);
  let last = 0;
  const body = events.flatMap(({ tick, bytes }) => {
    const wait = tick - last;
    last = tick;
    return [...variableLength(wait), ...bytes];
  });
  const name = Buffer.from(lane, 'latin1');
  const beat = Buffer.alloc(4);
  beat.writeUInt32BE(Math.round(60_000_000 / bpm));
  const track = Buffer.from([
    ...[0, 0xff, 0x03, name.length, ...name],
    ...[0, 0xff, 0x51, 3, ...beat.subarray(1)],
    ...body,
    ...[0, 0xff, 0x2f, 0],
  ]);
  const head = Buffer.alloc(14);
  head.write('MThd', 'latin1');
  head.writeUInt32BE(6, 4);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(1, 10);
  head.writeUInt16BE(TICKS_PER_STEP * 4, 12);
  const trackHead = Buffer.from('MTrk\0\0\0\0', 'latin1');
  trackHead.writeUInt32BE(track.length, 4);
  return Buffer.concat([head, trackHead, track]);
}

/** Seven bits in each byte, the highest first. */
function variableLength(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}
