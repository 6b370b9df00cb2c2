import type { Plugin } from 'vite';

/**
 * The modules that every page needs, and those that every list of tracks needs: in one chunk each, not in one for each small
 * module. React stands apart, because each chunk runs in a task of its own (src/start/load-app.ts).
 */
const REACT = ['react', 'react-dom', 'scheduler'].map((name) => `/node_modules/${name}/`);
const CORE = [
  ...['react-redux', 'react-router', 'react-router-dom', '@reduxjs', 'redux', 'immer', 'reselect'].map(
    (name) => `/node_modules/${name}/`,
  ),
  ...['addresses', 'catalog', 'prices'].map((name) => `/contracts/src/constants/${name}.`),
  '/contracts/src/pages.',
  ...['calls/api', 'calls/config-api', 'cx', 'jsx/', 'loading/', 'paths', 'time/server-clock', 'toast', 'watchers'].map(
    (name) => `/web/src/lib/${name}`,
  ),
  ...['details-api', 'session'].map((name) => `/web/src/features/session/${name}.`),
  ...['action/Button', 'feedback/ErrorBoundary', 'feedback/SectionBoundary', 'form/Field'].map((name) => `/web/src/ui/${name}.`),
];
const TRACKS = [
  ...['covers', 'finding/mixing', 'pricing'].map((name) => `/contracts/src/${name}.`),
  '/web/src/ui/action/PlayButton.',
  ...['Badge', 'Cover', 'Money', 'Waveform'].map((name) => `/web/src/ui/display/${name}.`),
  ...['Query', 'RowBoundary', 'Skeleton'].map((name) => `/web/src/ui/feedback/${name}.`),
  ...['LiveWaveform', 'playback', 'use-player'].map((name) => `/web/src/features/player/public/${name}.`),
  ...['Track', 'TrackBadges', 'TrackButtons', 'TrackCard', 'TrackParts', 'TrackRow'].map(
    (name) => `/web/src/features/catalog/public/tracks/${name}.`,
  ),
  ...['cached-tracks', 'missed-news'].map((name) => `/web/src/features/catalog/api/${name}.`),
  '/web/src/features/session/ask-to-log-in.',
  '/web/src/pages/parts/use-track-props.',
  '/web/src/pages/storefront/NotFoundPage.', // a track's page shows it for an unknown track
  ...['use-hydrated', 'use-media'].map((name) => `/web/src/lib/${name}.`),
  // A chunk for each icon is twice the size of the icon.
  ...['audio-lines', 'search', 'sliders-horizontal', 'users'].map((name) => `/lucide-react/dist/esm/icons/${name}.`),
];
/**
 * The modules that the account's pages share, and the constants that no first load needs: in one chunk, because the first load
 * has the name of each chunk.
 */
const ACCOUNT = [
  ...['constants/', 'disputes.', 'times/'].map((name) => `/contracts/src/${name}`),
  '/web/src/lib/files/',
  ...['last-while-fetching', 'time/use-now'].map((name) => `/web/src/lib/${name}.`),
  ...['badge-check', 'check', 'chevron-down', 'chevron-right', 'download', 'file-text', 'refresh-cw'].map(
    (name) => `/lucide-react/dist/esm/icons/${name}.`,
  ),
  ...['display/Countdown', 'display/DueClock', 'feedback/FormSkeleton', 'feedback/ListSkeleton'].map(
    (name) => `/web/src/ui/${name}.`,
  ),
  '/web/src/features/cart/public/HoldNote.',
  '/web/src/features/disputes/dispute-words.',
  ...['Claims.module', 'claim-words'].map((name) => `/web/src/features/claims/parts/${name}.`),
  ...['OrderFiles', 'OrderLines', 'same-address'].map((name) => `/web/src/features/orders/public/${name}.`),
  ...['PaypalConfirmation', 'SocialLink', 'payment-values'].map((name) => `/web/src/features/sellers/public/parts/${name}.`),
  '/web/src/lib/admin/use-unsaved-warning.',
  ...['file-up', 'receipt-text'].map((name) => `/lucide-react/dist/esm/icons/${name}.`),
  ...['admin-role', 'kept', 'leave-session', 'use-kept-form'].map((name) => `/web/src/features/session/${name}.`),
];
/** The selects, which the shop and the lists of the administration have. */
const SELECTS = ['form/Select.', 'form/SelectField.', 'table/FilterSelect.', 'table/StatusSelect.'].map(
  (name) => `/web/src/ui/${name}`,
);
/** The files of the entry and of the chunks that it imports. Every page has loaded them. */
export const LOADED = /^assets\/(?:index|rolldown-runtime|react|core|tracks)-/;
/**
 * Whether a module belongs to a package's own copy of a library, which stays with that package: the charts bring their own
 * reselect.
 */
const isOfPackage = (id: string) => /\/node_modules\/.*\/node_modules\//.test(id);
const within = (parts: string[]) => (id: string) => !isOfPackage(id) && parts.some((part) => id.includes(part));

/** Without this check, a renamed module would leave its chunk unnoticed, and each page would load more. */
export const everyPartIsThere: Plugin = {
  name: 'every-part-is-there',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildEnd(error) {
    if (error) return;
    const ids = [...this.getModuleIds()];
    const missingParts = [...REACT, ...CORE, ...TRACKS, ...ACCOUNT, ...SELECTS].filter((part) => !ids.some(within([part])));
    if (missingParts.length > 0)
      this.error(`No module of the pages is called so, but a chunk names it: ${missingParts.join(', ')}`);
  },
};

/** The chunks that hold modules of many pages. A module that two of them name belongs to the one with the higher priority. */
export const CHUNKS = [
  { name: 'react', test: within(REACT), priority: 3 },
  { name: 'core', test: within(CORE), priority: 2 },
  { name: 'tracks', test: within(TRACKS), priority: 1 },
  { name: 'account', test: within(ACCOUNT) },
  { name: 'select', test: within(SELECTS) },
];
