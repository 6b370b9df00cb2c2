import type { MessagePort } from 'node:worker_threads';
import type { AudioKind } from '@shop/storage';
import { transcode, Unfit, type Transcoding, type TranscodeStage } from './transcode';

/** A recording, and the port that gets news of it. */
export type AudioTask = { path: string; kind: AudioKind; news: MessagePort };
export type AudioNews = { stage: TranscodeStage; percent: number };
/** `unfit` says why the recording is not taken. */
export type AudioResult = Transcoding | { unfit: string };

/** Decodes and encodes a recording in a thread of its own. */
export default async function readRecording({ path, kind, news }: AudioTask): Promise<AudioResult> {
  let last = '';
  const report = (stage: TranscodeStage, percent: number) => {
    const now = `${stage} ${percent}`;
    if (now !== last) news.postMessage({ stage, percent } satisfies AudioNews);
    last = now;
  };
  try {
    const result = await transcode(path, kind, report);
    // A part of a larger memory would be sent with all of it.
    return { ...result, mp3: new Uint8Array(result.mp3), print: new Uint8Array(result.print) };
  } catch (error) {
    // Any error of a decoder counts as the file's fault, because hostile files make decoders throw.
    return { unfit: error instanceof Unfit ? error.message : 'The audio file cannot be read.' };
  }
}
