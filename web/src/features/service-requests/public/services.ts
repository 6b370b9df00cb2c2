import { SERVICES, type Service } from '@shop/contracts/constants';

export const SERVICE_TEXTS: Record<Service, { name: string; text: string; points: readonly string[] }> = {
  'music-production': {
    name: 'Music production',
    text: 'A track from zero. You name genre, tempo and a reference; we write, produce and finish it.',
    points: ['Instrumental or with vocals', 'Extended mix and radio version', 'Project file and master if you wish'],
  },
  'co-producing': {
    name: 'Co-producing',
    text: 'You have the idea and the loop that never became a track. We finish it with you, in your sound.',
    points: ['MIDI from your sketch', 'An arrangement that works in a set', 'Whatever else is missing'],
  },
  'mixing-mastering': {
    name: 'Mixing and mastering',
    text: 'Your stems, balanced and brought to club level, next to whatever the DJ before you played.',
    points: ['Mixing from your stems', 'Mastering for clubs and streaming', 'One of them, or both'],
  },
};

/** The service with this name in the address; null when there is none. */
export const serviceNamed = (name: string | null): Service | null => SERVICES.find((service) => service === name) ?? null;
