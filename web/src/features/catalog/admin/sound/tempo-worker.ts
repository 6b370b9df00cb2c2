import { tempoOf } from './tempo';

/** Runs in a worker, so that the page stays responsive. */
self.onmessage = ({ data }: MessageEvent<Float32Array>) => self.postMessage(tempoOf(data));
