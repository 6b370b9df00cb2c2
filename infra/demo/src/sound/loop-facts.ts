import type { KeyMode, MusicKey } from '@shop/contracts/constants';
import type { DemoGenre } from './styles';

/** What a demo track of the Service page demonstrates: the finished work, or the same music before and after it. */
export type Showcase = 'finished' | 'sketch-to-record' | 'before-after';

/** Everything that a loop is rendered from: the same facts give the same samples. */
export type LoopFacts = {
  name: string;
  style: DemoGenre;
  bpm: number;
  music_key: MusicKey;
  key_mode: KeyMode;
  /** Whether a choir of formants sings the lead instead of an instrument playing it. */
  vocal: boolean;
  showcase: Showcase;
};
