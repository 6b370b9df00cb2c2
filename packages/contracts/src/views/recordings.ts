import { z } from 'zod';
import { RECORDING_STATES } from '../constants';

/** A sound that a reviewer plays: of a package's file by its id, of a preview by its address. `wave` is 0 to 1 for drawing. */
const Sound = z.strictObject({
  packageId: z.int().nullable(),
  fileId: z.int().nullable(),
  audio: z.string().nullable(),
  seconds: z.number().nullable(),
  wave: z.array(z.number()),
});

/** Two recordings that agree from `fromSeconds` to `toSeconds` of the first; the second is there `shiftSeconds` later. */
export const KnownRecordingView = z
  .strictObject({
    likeness: z.enum(['same', 'similar']),
    fromSeconds: z.number(),
    toSeconds: z.number(),
    shiftSeconds: z.number(),
    bitError: z.number().meta({ description: 'The share of the bits that differ: 0 for equal sounds, 0.5 for strangers' }),
    file: z.string().nullable().meta({ description: 'The path of the master in the package' }),
    sound: Sound,
    known: z.strictObject({
      kind: z.enum(['preview', 'master']),
      state: z.enum(RECORDING_STATES),
      productId: z.int().nullable(),
      name: z.string().nullable(),
      sellerId: z.int().nullable(),
      storeName: z.string().nullable(),
      sound: Sound,
    }),
  })
  .meta({ id: 'KnownRecording' });
export type KnownRecordingView = z.output<typeof KnownRecordingView>;
