import { TEMPO_RATE } from './tempo-rate';

/** The facts of a recording that the form shows before it is sent. */
export type SoundOfFile = {
  /** Seconds. */
  duration: number;
  /** One pair of hexadecimal digits for each bar of the preview. */
  wave: string;
  /** The detected beats per minute; null when there is no beat. */
  tempo: number | null;
};

const BARS = 160;

/**
 * Decodes a recording in the browser, without sending it, and analyses it in a thread of its own.
 * @throws when the browser cannot decode it; the shop may still be able to
 */
export async function soundOf(file: Blob): Promise<SoundOfFile> {
  const audio = await new OfflineAudioContext(1, 1, TEMPO_RATE).decodeAudioData(await file.arrayBuffer());
  const samples = mono(audio);
  return { duration: audio.duration, wave: waveOf(samples), tempo: await heardTempo(samples) };
}

function mono(audio: AudioBuffer): Float32Array {
  const left = audio.getChannelData(0);
  if (audio.numberOfChannels < 2) return left;
  const right = audio.getChannelData(1);
  return left.map((sample, i) => (sample + (right[i] ?? 0)) / 2);
}

/** The loudest sample of each part as hexadecimal digits. The loudest of all is ff. */
function waveOf(samples: Float32Array, bars = BARS): string {
  const peaks = Array.from({ length: bars }, (_, bar) => {
    let peak = 0;
    const to = Math.floor(((bar + 1) * samples.length) / bars);
    for (let i = Math.floor((bar * samples.length) / bars); i < to; i += 1) peak = Math.max(peak, Math.abs(samples[i] ?? 0));
    return peak;
  });
  const top = Math.max(...peaks) || 1;
  return peaks
    .map((peak) =>
      Math.round((peak / top) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
}

async function heardTempo(samples: Float32Array): Promise<number | null> {
  const worker = new Worker(new URL('./tempo-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<number | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<number | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(samples);
    });
  } finally {
    worker.terminate();
  }
}
