import type { KeyMode, MusicKey } from '@shop/contracts/constants';
import type { DemoTrack } from '../catalogue/demo-tracks';
import type { ServiceDemo, Showcase } from '../catalogue/service-demos';
import type { DemoGenre } from './styles';

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

export const factsOfTrack = ({ name, category, bpm, music_key, key_mode, type }: DemoTrack): LoopFacts => ({
  name,
  style: category,
  bpm,
  music_key,
  key_mode,
  vocal: type === 'Vocal/Instrumental',
  showcase: 'finished',
});

export const factsOfServiceDemo = ({ name, style, bpm, music_key, key_mode, showcase }: ServiceDemo): LoopFacts => ({
  name,
  style,
  bpm,
  music_key,
  key_mode,
  vocal: false,
  showcase,
});
