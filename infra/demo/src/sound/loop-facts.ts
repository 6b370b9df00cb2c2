import type { KeyMode, MusicKey } from '@shop/contracts/constants';
import type { DemoGenre } from './styles';

/** What a demo track of the Service page lets one hear: the work itself, or the same music before and after it. */
export type Showcase = 'finished' | 'sketch-to-record' | 'before-after';

/** All that a loop is made from: the same facts give the same samples. */
export type LoopFacts = {
  name: string;
  style: DemoGenre;
  bpm: number;
  music_key: MusicKey;
  key_mode: KeyMode;
  /** The lead is sung by a choir of formants instead of played. */
  vocal: boolean;
  showcase: Showcase;
};
