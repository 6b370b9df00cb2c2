import type { KeyMode, MusicKey, ProjectName, TrackType } from '@shop/contracts/constants';
import type { LoopFacts } from '../sound/loop-facts';
import type { DemoGenre } from '../sound/styles';

/** Fields of the product form; prices in dollars. */
export type DemoTrack = {
  name: string;
  category: DemoGenre;
  price: number;
  old_price: number | null;
  bpm: number;
  music_key: MusicKey;
  key_mode: KeyMode;
  type: TrackType;
  project_name: ProjectName | null;
  project_link: string | null;
  download_link: string;
  is_hot: boolean;
  exclusive_vocal: boolean;
  /** The operator, the demo seller, or the store beside the demo seller's. */
  owner: 'operator' | 'seller' | 'second seller';
};

type More = Partial<Pick<DemoTrack, 'old_price' | 'is_hot' | 'exclusive_vocal' | 'owner'>> & { project?: ProjectName };
type Row = [
  name: string,
  category: DemoGenre,
  bpm: number,
  key: MusicKey,
  mode: KeyMode,
  price: number,
  voice: 'vocal' | 'instrumental',
  more?: More,
];

const rows: Row[] = [
  ['Slow Weather', 'Ambient', 84, 'C', 'major', 199, 'instrumental', { project: 'Logic Pro' }],
  ['Tuesday Tape', 'Lo-Fi', 82, 'F', 'major', 249, 'instrumental', { project: 'FL Studio', owner: 'seller' }],
  ['Break the Meter', 'Breaks', 130, 'E', 'minor', 299, 'instrumental', { old_price: 399 }],
  ['Concrete Garden', 'Drum & Bass', 172, 'F', 'minor', 349, 'instrumental', { project: 'Ableton Live', owner: 'seller' }],
  ['Third Eye Traffic', 'Psy Trance', 142, 'E', 'minor', 449, 'instrumental', { project: 'Cubase' }],
  ['Rented Tuxedo', 'Indie Dance', 114, 'C#', 'minor', 399, 'instrumental', { project: 'Ableton Live' }],
  ['Velvet Rope', 'Deep House', 120, 'D#', 'minor', 349, 'instrumental', { old_price: 499, owner: 'seller' }],
  ['Basement Physics', 'Techno', 138, 'G', 'minor', 399, 'instrumental', { project: 'Ableton Live' }],
  ['Heavy Water', 'Dubstep', 140, 'F#', 'minor', 449, 'instrumental', { project: 'FL Studio', is_hot: true }],
  ['Gold Teeth', 'Trap', 146, 'C', 'minor', 299, 'instrumental', { project: 'FL Studio', owner: 'seller' }],
  ['Paper Tigers', 'Bass House', 126, 'G#', 'minor', 549, 'vocal', { project: 'Ableton Live' }],
  [
    'Second Summer',
    'Slap House',
    124,
    'B',
    'minor',
    599,
    'vocal',
    { old_price: 749, exclusive_vocal: true, project: 'FL Studio' },
  ],
  ['Tungsten', 'Hard Techno', 152, 'C', 'minor', 449, 'instrumental', { owner: 'seller', is_hot: true }],
  ['Cassiopeia Calling', 'Trance', 138, 'A#', 'minor', 649, 'vocal', { project: 'Cubase', exclusive_vocal: true }],
  ['Northern Line', 'UK Garage', 132, 'D', 'minor', 449, 'vocal', { project: 'Logic Pro', owner: 'seller', is_hot: true }],
  ['Dust and Honey', 'Afro House', 119, 'A', 'minor', 549, 'instrumental', { project: 'Logic Pro' }],
  [
    'Every Balcony',
    'Future Bass',
    150,
    'D',
    'major',
    699,
    'vocal',
    { project: 'FL Studio', exclusive_vocal: true, owner: 'seller' },
  ],
  [
    'Low Sun, Long Shadow',
    'Progressive House',
    123,
    'F#',
    'minor',
    499,
    'instrumental',
    { project: 'Ableton Live', old_price: 649 },
  ],
  ['Ninety Seconds to Doors', 'Big Room', 128, 'D#', 'minor', 799, 'instrumental', { project: 'FL Studio', is_hot: true }],
  ['Half Past Rain', 'Drum & Bass', 174, 'A', 'minor', 499, 'vocal', { project: 'Ableton Live', exclusive_vocal: true }],
  ['Glass Harbour', 'Deep House', 122, 'G', 'major', 449, 'vocal', { project: 'Logic Pro', owner: 'seller' }],
  ['Kilometre Zero', 'Techno', 134, 'D', 'minor', 599, 'instrumental', { is_hot: true }],
  [
    'Mother of Pearl',
    'Afro House',
    121,
    'G#',
    'minor',
    999,
    'vocal',
    { exclusive_vocal: true, is_hot: true, project: 'Ableton Live', owner: 'seller' },
  ],
  [
    'Salt on the Runway',
    'Melodic Techno',
    125,
    'B',
    'minor',
    749,
    'instrumental',
    { old_price: 899, is_hot: true, project: 'Ableton Live' },
  ],
];

export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

export const fileOf = (name: string, part: string) =>
  `https://www.dropbox.com/scl/fi/ghostline-demo/${slugOf(name)}-${part}.zip?dl=0`;

/** 24 tracks over 20 genres, a third of them the demo seller's; the last one is the newest, so the shop shows it first. */
export const demoTracks: readonly DemoTrack[] = rows.map(
  ([name, category, bpm, music_key, key_mode, price, voice, extras = {}]) => ({
    name,
    category,
    price,
    old_price: extras.old_price ?? null,
    bpm,
    music_key,
    key_mode,
    type: voice === 'vocal' ? 'Vocal/Instrumental' : 'Instrumental',
    project_name: extras.project ?? null,
    project_link: extras.project ? fileOf(name, 'project') : null,
    download_link: fileOf(name, 'master-stems-midi'),
    is_hot: extras.is_hot ?? false,
    exclusive_vocal: extras.exclusive_vocal ?? false,
    owner: extras.owner ?? 'operator',
  }),
);

export const factsOfTrack = ({ name, category, bpm, music_key, key_mode, type }: DemoTrack): LoopFacts => ({
  name,
  style: category,
  bpm,
  music_key,
  key_mode,
  vocal: type === 'Vocal/Instrumental',
  showcase: 'finished',
});

/** The tracks whose files the shop holds. They have no project. */
export const packagedTracks = ['Kilometre Zero', 'Velvet Rope', 'Tungsten'];
