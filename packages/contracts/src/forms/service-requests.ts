import { z } from 'zod';
import {
  CO_PRODUCING_NEEDS,
  MIX_VERSIONS,
  MIXING_NEEDS,
  RADIO_VERSIONS,
  SERVICE_REQUEST_STATES,
  SERVICES,
  STEMS_MIN,
  TRACK_TYPES,
} from '../constants';
import { line, paragraph, personName, email, recaptchaToken, httpsLink, tempo } from './fields';
import { ListQuery } from './lists';

const WEB_ADDRESS = 'Please enter a link that starts with https://';
const exampleLink = httpsLink(WEB_ADDRESS);
/** An optional link; an empty text means none. */
const optionalLink = z
  .string({ error: WEB_ADDRESS })
  .trim()
  .max(2000, WEB_ADDRESS)
  .refine((text) => text === '' || exampleLink.safeParse(text).success, WEB_ADDRESS)
  .nullish()
  .transform((text) => text || null);

const yesOrNo = z
  .union([z.enum(['Yes', 'No']), z.boolean()], { error: 'Must be Yes or No' })
  .default('No')
  .transform((answer) => (answer === true || answer === 'Yes' ? ('Yes' as const) : ('No' as const)));

const choices = <Option extends string>(options: readonly Option[]) =>
  z
    .array(z.enum(options, { error: 'Please choose from the list' }), { error: 'Please choose from the list' })
    .max(options.length * 2)
    .transform((selection) => [...new Set(selection)]);

const NEEDS = 'Please select at least one service you need';
const needs = <Option extends string>(options: readonly Option[]) =>
  choices(options).refine((selection) => selection.length > 0, NEEDS);

const requester = {
  description: paragraph(5000, 'Please describe what you need'),
  name: personName(200, 'Please enter your name'),
  email,
  recaptchaToken,
};

export const TrackOrderForm = z.strictObject({
  genre: line(60, 'Please enter a genre'),
  bpm: tempo('Please enter the BPM as a number'),
  version: z.enum(TRACK_TYPES, { error: 'Please choose a version' }),
  projectFile: yesOrNo,
  masterVersion: yesOrNo,
  mixVersion: choices(MIX_VERSIONS).default([]),
  radioVersion: choices(RADIO_VERSIONS).default([]),
  example: exampleLink,
  ...requester,
});
export type TrackOrderForm = z.output<typeof TrackOrderForm>;
export type TrackOrderInput = z.input<typeof TrackOrderForm>;

export const CoProducingForm = z.strictObject({ needs: needs(CO_PRODUCING_NEEDS), link: optionalLink, ...requester });
export type CoProducingForm = z.output<typeof CoProducingForm>;
export type CoProducingInput = z.input<typeof CoProducingForm>;

const STEMS = `Please enter the number of stems, at least ${STEMS_MIN}`;
/** A request for mixing or mastering. The number of stems counts only when mixing is among the needs; otherwise it is left out. */
export const MixingMasteringForm = z
  .strictObject({
    needs: needs(MIXING_NEEDS),
    stemsCount: z.union([z.number(), z.string().max(20)], { error: STEMS }).nullish(),
    example: optionalLink,
    ...requester,
  })
  .refine((form) => !form.needs.includes('Mixing') || isStemsCount(form.stemsCount), {
    path: ['stemsCount'],
    message: STEMS,
    // Checked as soon as `needs` can be read, so that it is reported together with other problems.
    when: ({ value }) => Array.isArray((value as { needs?: unknown } | null)?.needs),
  })
  .transform((form) => ({ ...form, stemsCount: form.needs.includes('Mixing') ? Number(form.stemsCount) : null }));
export type MixingMasteringForm = z.output<typeof MixingMasteringForm>;
export type MixingMasteringInput = z.input<typeof MixingMasteringForm>;

function isStemsCount(value: unknown): boolean {
  const count = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= STEMS_MIN && count <= 1000;
}

/** The query of the admin's list of requests, by service and by state. */
export const ServiceRequestListQuery = ListQuery.extend({
  service: z.enum(SERVICES, { error: 'Unknown service' }).optional(),
  state: z.enum(SERVICE_REQUEST_STATES, { error: 'Unknown state' }).optional(),
});
export type ServiceRequestListQuery = z.output<typeof ServiceRequestListQuery>;

export const ServiceRequestStateForm = z.strictObject({ state: z.enum(SERVICE_REQUEST_STATES, { error: 'Unknown state' }) });
