export const GENRES = [
  'Afro House',
  'Amapiano',
  'Ambient',
  'Bass House',
  'Big Room',
  'Breaks',
  'Chillout',
  'Dance / Pop',
  'Deep House',
  'Deep Tech',
  'Downtempo',
  'Drum & Bass',
  'Dubstep',
  'EDM',
  'Electro House',
  'Electronica',
  'Funky House',
  'Future Bass',
  'Future House',
  'Future Rave',
  'Garage House',
  'Hard Dance',
  'Hard Techno',
  'Hip-Hop',
  'House',
  'Indie Dance',
  'Jackin House',
  'Latin House',
  'Lo-Fi',
  'Melodic House',
  'Melodic Techno',
  'Minimal',
  'Moombahton',
  'Organic House',
  'Progressive House',
  'Psy Trance',
  'Slap House',
  'Techno',
  'Trance',
  'Trap',
  'UK Garage',
] as const;
export type Genre = (typeof GENRES)[number];

export const MUSIC_KEYS = ['A', 'A#', 'B', 'C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#'] as const;
export type MusicKey = (typeof MUSIC_KEYS)[number];

export const KEY_MODES = ['major', 'minor'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const TRACK_TYPES = ['Vocal/Instrumental', 'Instrumental'] as const;
export type TrackType = (typeof TRACK_TYPES)[number];
export const DEMO_TYPE = 'Demo Track';

/** The states of a track. `held`: somebody is paying for it right now. */
export const PRODUCT_STATUSES = ['active', 'held', 'sold', 'removed'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
export const UPLOAD_STAGES = ['receiving', 'checking', 'decoding', 'encoding', 'saving', 'done', 'failed'] as const;

export const PROJECT_NAMES = ['Ableton Live', 'FL Studio', 'Logic Pro', 'Cubase'] as const;
export type ProjectName = (typeof PROJECT_NAMES)[number];

/** The limits of a tempo, in beats per minute with at most one decimal. Every form uses them. */
export const BPM_LIMITS = { min: 0, max: 400 } as const;

/** How many values the small waveform of a list row has (docs/product/catalogue.md#media). */
export const WAVE_VALUES = 48;

export const PRICE_FILTER = { min: 0, max: 1000, step: 10 } as const;
export const BPM_FILTER = { min: 0, max: 200, step: 1 } as const;
export const SKELETON_COUNT = 6;
export const DEFAULT_VOLUME = 0.1;

export const TRACK_SORTS = ['newest', 'price-low', 'price-high', 'slowest', 'fastest', 'played', 'hottest'] as const;
export type TrackSort = (typeof TRACK_SORTS)[number];
/** How many percent a tempo may change so that two tracks mix. */
export const MIX_PERCENT = { min: 1, usual: 5, max: 10 } as const;
/** The longest search text, in characters. */
export const SEARCH_MAX = 100;
/** How many tracks of a search the shop page shows at first, and how many it loads at a time after that. */
export const FIRST_TRACKS = 24;
export const NEXT_TRACKS = 48;
export const HOT_TRACKS = 4;

/** `GET /api/products` answers at most this many tracks at once; a link leads to the next ones. */
export const LIST_PART = 5000;

export const CART_LIMIT = 100;
export const WISHLIST_LIMIT = 500;
