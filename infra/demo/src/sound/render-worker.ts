import type { LoopFacts } from './loop-facts';
import { renderLoop } from './render-loop';
import { wavOf } from './wav';

/** Renders the loop of a track. @returns its WAV file */
export default (facts: LoopFacts): Uint8Array => wavOf(renderLoop(facts));
