import type { KeyMode, MusicKey } from '@shop/contracts/constants';
import type { LoopFacts, Showcase } from '../sound/loop-facts';
import type { DemoGenre } from '../sound/styles';

export type ServiceDemo = {
  name: string;
  category: 'Music Production' | 'Co-producing' | 'Mixing & Mastering';
  style: DemoGenre;
  bpm: number;
  music_key: MusicKey;
  key_mode: KeyMode;
  showcase: Showcase;
};

/** Two examples of each service. */
export const serviceDemos: readonly ServiceDemo[] = [
  {
    name: 'Main Stage, Made to Order',
    category: 'Music Production',
    style: 'Big Room',
    bpm: 127,
    music_key: 'E',
    key_mode: 'minor',
    showcase: 'finished',
  },
  {
    name: 'From a Voice Memo',
    category: 'Music Production',
    style: 'Future Bass',
    bpm: 148,
    music_key: 'A',
    key_mode: 'major',
    showcase: 'finished',
  },
  {
    name: 'Sketch to Record, 122',
    category: 'Co-producing',
    style: 'Melodic Techno',
    bpm: 122,
    music_key: 'C',
    key_mode: 'minor',
    showcase: 'sketch-to-record',
  },
  {
    name: 'Sketch to Record, 174',
    category: 'Co-producing',
    style: 'Drum & Bass',
    bpm: 174,
    music_key: 'G',
    key_mode: 'minor',
    showcase: 'sketch-to-record',
  },
  {
    name: 'Before and After, Club',
    category: 'Mixing & Mastering',
    style: 'Techno',
    bpm: 132,
    music_key: 'A#',
    key_mode: 'minor',
    showcase: 'before-after',
  },
  {
    name: 'Before and After, Radio',
    category: 'Mixing & Mastering',
    style: 'Slap House',
    bpm: 122,
    music_key: 'F',
    key_mode: 'minor',
    showcase: 'before-after',
  },
];

export const factsOfServiceDemo = ({ name, style, bpm, music_key, key_mode, showcase }: ServiceDemo): LoopFacts => ({
  name,
  style,
  bpm,
  music_key,
  key_mode,
  vocal: false,
  showcase,
});
