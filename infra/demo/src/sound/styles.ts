import type { Genre } from '@shop/contracts/constants';
import type { VoiceName } from './voices';

export type DemoGenre = Extract<
  Genre,
  | 'Afro House'
  | 'Ambient'
  | 'Bass House'
  | 'Big Room'
  | 'Breaks'
  | 'Deep House'
  | 'Drum & Bass'
  | 'Dubstep'
  | 'Future Bass'
  | 'Hard Techno'
  | 'Indie Dance'
  | 'Lo-Fi'
  | 'Melodic Techno'
  | 'Progressive House'
  | 'Psy Trance'
  | 'Slap House'
  | 'Techno'
  | 'Trance'
  | 'Trap'
  | 'UK Garage'
>;

export type Arrangement = 'club' | 'hook' | 'journey' | 'roll' | 'two' | 'song';

/**
 * How a genre is played. Patterns run in sixteenths, 16 to a bar, and repeat.
 * Drums: a digit is a hit's strength, "." a rest. Bass: r root, o octave, f fifth, t third, s seventh (capitals louder),
 * "-" holds. Chords and lead: x a note, "-" holds.
 */
export type Style = {
  kick: string;
  snare: string;
  hat: string;
  open: string;
  perc: string;
  kickSound: { hz: number; sweep: number; decay: number; drive: number };
  snareSound: 'clap' | 'snare' | 'rim';
  percSound: 'conga' | 'shaker' | 'tom' | 'cowbell' | 'crackle';
  bass: [VoiceName, string];
  chords: [VoiceName, string];
  lead: [VoiceName, string];
  /** Chords of four notes. */
  sevenths: boolean;
  /** One chord throughout, or moving chords. */
  harmony: 'static' | 'moving';
  /** The delay of every second sixteenth, in sixteenths. */
  swing: number;
  /** How much each kick lowers the music, 0 to 1. */
  duck: number;
  /** Share of reverb, 0 to 1. */
  room: number;
  drive: number;
  arrangement: Arrangement;
};

const four = '9...9...9...9...';
const claps = '....8.......8...';
const offbeats = '..7...7...7...7.';

// oxfmt-ignore
export const STYLES: Record<DemoGenre, Style> = {
  'Afro House': {
    kick: '9...8...9...8..3', snare: '......5...4.....', hat: '4.6.4.6.4.6.4.65', open: offbeats, perc: '6..5..7.4..6.57.',
    kickSound: { hz: 50, sweep: 130, decay: 0.26, drive: 1.4 }, snareSound: 'rim', percSound: 'conga',
    bass: ['round', 'r--.....r-.f..o-'], chords: ['pad', 'x---------------'], lead: ['marimba', 'x..x..x...x..x..'],
    sevenths: true, harmony: 'moving', swing: 0.1, duck: 0.45, room: 0.3, drive: 1.3, arrangement: 'roll',
  },
  Ambient: {
    kick: '5.........3.....', snare: '................', hat: '..1...1...1...2.', open: '................', perc: '1.1.1.1.1.1.1.1.',
    kickSound: { hz: 46, sweep: 50, decay: 0.3, drive: 1 }, snareSound: 'rim', percSound: 'crackle',
    bass: ['sub', 'r---------------'], chords: ['strings', 'x---------------'], lead: ['bell', 'x.....x...x.....x...x.......x...'],
    sevenths: true, harmony: 'moving', swing: 0, duck: 0.1, room: 0.75, drive: 1, arrangement: 'song',
  },
  'Bass House': {
    kick: four, snare: claps, hat: '3.7.3.7.3.7.3.7.', open: offbeats, perc: '...5..4....5..6.',
    kickSound: { hz: 52, sweep: 190, decay: 0.22, drive: 2.2 }, snareSound: 'clap', percSound: 'cowbell',
    bass: ['growl', 'R-.r..o.R-..rs.o'], chords: ['stab', '...x......x.....'], lead: ['square', '................x.x..x..x.x..xx.'],
    sevenths: false, harmony: 'static', swing: 0.12, duck: 0.6, room: 0.12, drive: 2, arrangement: 'hook',
  },
  'Big Room': {
    kick: four, snare: claps, hat: '..5...5...5...5.', open: '..8...8...8...8.', perc: '..............7.',
    kickSound: { hz: 54, sweep: 260, decay: 0.34, drive: 3 }, snareSound: 'clap', percSound: 'tom',
    bass: ['saw', '..r-..r-..r-..r-'], chords: ['supersaw', 'x--x--x---x--x--'], lead: ['saw', 'x--x--x-x--x--x-x--x--x-xx.x.xx.'],
    sevenths: false, harmony: 'moving', swing: 0, duck: 0.75, room: 0.3, drive: 1.9, arrangement: 'journey',
  },
  Breaks: {
    kick: '9.....8...9.....9..7......9..8..', snare: '....9..3.3..9..2....9..3.3..9.34', hat: '6.5.6.5.6.5.6.56', open: '..............6.', perc: '5.3.5.3.5.3.5.35',
    kickSound: { hz: 54, sweep: 150, decay: 0.18, drive: 1.7 }, snareSound: 'snare', percSound: 'shaker',
    bass: ['acid', 'R.r.o..r.s.r.f.o'], chords: ['stab', 'x..x......x.....'], lead: ['pluck', 'x.x...x..x....x.'],
    sevenths: false, harmony: 'moving', swing: 0.08, duck: 0.3, room: 0.2, drive: 1.6, arrangement: 'two',
  },
  'Deep House': {
    kick: four, snare: claps, hat: '4.6.4.6.4.6.4.6.', open: offbeats, perc: '4.2.4.3.4.2.4.36',
    kickSound: { hz: 49, sweep: 110, decay: 0.24, drive: 1.3 }, snareSound: 'clap', percSound: 'shaker',
    bass: ['round', 'r..r...f..r..o..'], chords: ['keys', '..x-..x....x-...'], lead: ['flute', 'x--.x-......x-..x---..x-........'],
    sevenths: true, harmony: 'moving', swing: 0.18, duck: 0.45, room: 0.28, drive: 1.3, arrangement: 'club',
  },
  'Drum & Bass': {
    kick: '9.........8.....', snare: '....9..2.2..9..2....9..2.2..9.33', hat: '6.4.6.4.6.4.6.45', open: '..5.......5.....', perc: '3.3.3.3.3.3.3.3.',
    kickSound: { hz: 56, sweep: 190, decay: 0.15, drive: 2 }, snareSound: 'snare', percSound: 'shaker',
    bass: ['reese', 'R-----.r--.s----F-----.f--.o.s..'], chords: ['pad', 'x---------------'], lead: ['pluck', 'x..x..x.....x...x..x..x...x.x...'],
    sevenths: true, harmony: 'moving', swing: 0, duck: 0.35, room: 0.32, drive: 1.8, arrangement: 'journey',
  },
  Dubstep: {
    kick: '9.....5.........9...6.....7.....', snare: '........9...............9.......', hat: '5...3.5...3.5.5.5...3.5.3335.5.5', open: '............5...', perc: '......4.......3.',
    kickSound: { hz: 50, sweep: 200, decay: 0.24, drive: 2.4 }, snareSound: 'snare', percSound: 'tom',
    bass: ['wobble', 'R-------o---r-------s---r-----f-'], chords: ['strings', 'x-------........'], lead: ['bell', 'x.....x.....x...........x.x.....'],
    sevenths: false, harmony: 'static', swing: 0, duck: 0.4, room: 0.3, drive: 2.4, arrangement: 'journey',
  },
  'Future Bass': {
    kick: '9.........9.....9.....9...9.....', snare: '........9...............9.......', hat: '5.5.5.555.5.5.5.5.5.555.5.5.5555', open: '....5.......5...', perc: '..4...4...4...4.',
    kickSound: { hz: 52, sweep: 170, decay: 0.26, drive: 1.9 }, snareSound: 'clap', percSound: 'shaker',
    bass: ['sub', 'r-----r---r-....'], chords: ['wobblesaw', 'x-----x---x-x---'], lead: ['pluck', 'x.x..x.x..x.x...x.x..x.x.x.xx...'],
    sevenths: true, harmony: 'moving', swing: 0, duck: 0.6, room: 0.35, drive: 1.6, arrangement: 'two',
  },
  'Hard Techno': {
    kick: four, snare: '............6...', hat: '5555555555555555', open: '..9...9...9...9.', perc: '..6..6..6..6..66',
    kickSound: { hz: 56, sweep: 240, decay: 0.26, drive: 4.5 }, snareSound: 'clap', percSound: 'tom',
    bass: ['rumble', '..rr..rr..rr..rr'], chords: ['stab', '......x.........x.......x..x....'], lead: ['hoover', '................x--.x--.x-x-x--.'],
    sevenths: false, harmony: 'static', swing: 0, duck: 0.85, room: 0.22, drive: 2.1, arrangement: 'hook',
  },
  'Indie Dance': {
    kick: four, snare: claps, hat: '6.4.6.4.6.4.6.44', open: '..5...5...5...5.', perc: '6...6.6...6.6...',
    kickSound: { hz: 53, sweep: 120, decay: 0.22, drive: 1.5 }, snareSound: 'snare', percSound: 'cowbell',
    bass: ['acid', 'r.rr.rr.r.rro.r.'], chords: ['strings', 'x---------------'], lead: ['square', 'x-..x-x-..x-..x.'],
    sevenths: false, harmony: 'moving', swing: 0.06, duck: 0.35, room: 0.25, drive: 1.6, arrangement: 'club',
  },
  'Lo-Fi': {
    kick: '8......5..8.....8......5..7..4..', snare: '....7.......7...', hat: '5.3.5.3.5.3.5.3.', open: '................', perc: '1121121112111211',
    kickSound: { hz: 52, sweep: 70, decay: 0.2, drive: 1.2 }, snareSound: 'snare', percSound: 'crackle',
    bass: ['round', 'r-----..f-..r-..'], chords: ['keys', 'x------x-.......'], lead: ['flute', '....x-..x---......x-..x-........'],
    sevenths: true, harmony: 'moving', swing: 0.32, duck: 0.15, room: 0.22, drive: 1.3, arrangement: 'song',
  },
  'Melodic Techno': {
    kick: four, snare: '....4.......4...', hat: '..5...5...5...5.', open: '..5...6...5...6.', perc: '...3..4....3..5.',
    kickSound: { hz: 50, sweep: 170, decay: 0.28, drive: 1.8 }, snareSound: 'clap', percSound: 'conga',
    bass: ['saw', '..rr..rr..rr..ro'], chords: ['pad', 'x---------------'], lead: ['pluck', 'x.xx.xx.x.xx.xx.'],
    sevenths: false, harmony: 'moving', swing: 0, duck: 0.6, room: 0.42, drive: 1.6, arrangement: 'journey',
  },
  'Progressive House': {
    kick: four, snare: claps, hat: '4.4.4.4.4.4.4.4.', open: offbeats, perc: '3.5.3.5.3.5.3.55',
    kickSound: { hz: 51, sweep: 150, decay: 0.25, drive: 1.6 }, snareSound: 'clap', percSound: 'shaker',
    bass: ['saw', '..r-..r-..r-..o-'], chords: ['supersaw', 'x-----x-----x---'], lead: ['pluck', 'x..x..x..x..x.x.'],
    sevenths: true, harmony: 'moving', swing: 0.04, duck: 0.6, room: 0.38, drive: 1.5, arrangement: 'club',
  },
  'Psy Trance': {
    kick: four, snare: claps, hat: '..6...6...6...6.', open: '..7...7...7...7.', perc: '3.3.3.3.3.3.3.3.',
    kickSound: { hz: 54, sweep: 280, decay: 0.15, drive: 2.2 }, snareSound: 'clap', percSound: 'shaker',
    bass: ['roller', '.rrr.rrr.rrr.rrr'], chords: ['pad', 'x-------........'], lead: ['acid', 'x.x.xx.xx.x.xxx.x.xx.x.xxx.x.xxx'],
    sevenths: false, harmony: 'static', swing: 0, duck: 0.3, room: 0.24, drive: 1.9, arrangement: 'roll',
  },
  'Slap House': {
    kick: four, snare: claps, hat: '..4...4...4...4.', open: '..6...6...6...6.', perc: '......4.......4.',
    kickSound: { hz: 50, sweep: 170, decay: 0.25, drive: 1.9 }, snareSound: 'clap', percSound: 'conga',
    bass: ['slap', 'R..r..r.R..r.of.'], chords: ['pad', 'x---------------'], lead: ['pluck', 'x...x.x...x.x...x...x.x.x.x.....'],
    sevenths: false, harmony: 'moving', swing: 0, duck: 0.6, room: 0.28, drive: 1.8, arrangement: 'hook',
  },
  Techno: {
    kick: four, snare: '................', hat: '5.7.5.7.5.7.5.77', open: '..8...8...8...8.', perc: '..5..5....5..56.',
    kickSound: { hz: 49, sweep: 180, decay: 0.3, drive: 2.8 }, snareSound: 'clap', percSound: 'tom',
    bass: ['rumble', '.rrr.rrr.rrr.rrr'], chords: ['dubstab', '...x......x.....'], lead: ['blip', 'x..x.x..x...x.x.x..x.x....x.x...'],
    sevenths: false, harmony: 'static', swing: 0.03, duck: 0.65, room: 0.34, drive: 2, arrangement: 'roll',
  },
  Trance: {
    kick: four, snare: claps, hat: '4.4.4.4.4.4.4.4.', open: '..9...9...9...9.', perc: '3.3.3.3.3.3.3.33',
    kickSound: { hz: 53, sweep: 200, decay: 0.23, drive: 1.8 }, snareSound: 'clap', percSound: 'shaker',
    bass: ['saw', '..rr..rr..rr..rr'], chords: ['supersaw', 'x---------------'], lead: ['saw', 'x-xx.xx-x.xx.x-.x-xx.xx-x-x-xxx.'],
    sevenths: false, harmony: 'moving', swing: 0, duck: 0.65, room: 0.42, drive: 1.7, arrangement: 'journey',
  },
  Trap: {
    kick: '9......6..8.....9..6......8..7..', snare: '........9...............9.......', hat: '6.6.6.6.6.6666.66.6.6.666.6.6.66', open: '..............5.', perc: '....3.......3...',
    kickSound: { hz: 50, sweep: 140, decay: 0.22, drive: 2.2 }, snareSound: 'clap', percSound: 'cowbell',
    bass: [808, 'R------r--r-----R--r------f--o--'], chords: ['bell', 'x...............'], lead: ['bell', 'x..x..x.x.......x..x..x...x.x...'],
    sevenths: false, harmony: 'moving', swing: 0, duck: 0.2, room: 0.3, drive: 2, arrangement: 'two',
  },
  'UK Garage': {
    kick: '9.........8.....9......4..8.....', snare: '....9.......9...', hat: '5.64.56.5.64.566', open: '..6.......6.....', perc: '..4..4.3..4..4.5',
    kickSound: { hz: 53, sweep: 140, decay: 0.18, drive: 1.6 }, snareSound: 'snare', percSound: 'shaker',
    bass: ['reese', 'R--.....o-.r..s-r--...f-..o-r...'], chords: ['organ', 'x-.x....x..x-...'], lead: ['pluck', '..x..x......x.x...x..x....x.....'],
    sevenths: true, harmony: 'moving', swing: 0.3, duck: 0.3, room: 0.24, drive: 1.6, arrangement: 'two',
  },
};
