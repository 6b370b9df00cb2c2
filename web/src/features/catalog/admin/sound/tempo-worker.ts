import { tempoOf } from './tempo';

/** Detects the tempo in a worker, so that the page stays responsive. */
self.onmessage = ({ data }: MessageEvent<Float32Array>) => self.postMessage(tempoOf(data));
