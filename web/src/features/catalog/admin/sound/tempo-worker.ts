import { tempoOf } from './tempo';

/** Listens for the tempo beside the page, which goes on answering meanwhile. */
self.onmessage = ({ data }: MessageEvent<Float32Array>) => self.postMessage(tempoOf(data));
