/** The custom services, and their forms' choices ("Creat MIDI" is intended: docs/product/README.md#fixed-texts). */
export const SERVICES = ['music-production', 'co-producing', 'mixing-mastering'] as const;
export type Service = (typeof SERVICES)[number];
/** The states of a service request. An admin may set any of them. */
export const SERVICE_REQUEST_STATES = ['new', 'answered', 'closed'] as const;
export type ServiceRequestState = (typeof SERVICE_REQUEST_STATES)[number];
export const MIX_VERSIONS = ['Extended Mix'] as const;
export const RADIO_VERSIONS = ['Radio Version'] as const;
export const CO_PRODUCING_NEEDS = ['Creat MIDI', 'Arrangement', 'Other'] as const;
export const MIXING_NEEDS = ['Mixing', 'Mastering', 'Other'] as const;
export const STEMS_MIN = 1;
