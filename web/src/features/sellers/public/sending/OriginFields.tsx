import { ORIGIN_NOTE_MAX, SAMPLE_ORIGINS, VOCAL_ORIGINS } from '@shop/contracts/constants';
import { FILL_REQUIRED } from '@shop/contracts/forms';
import { useId } from 'react';
import { useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from './SendTrack.module.css';
import type { TrackFormState } from './use-track-form';

const SAMPLES: Record<(typeof SAMPLE_ORIGINS)[number], string> = {
  none: 'No samples, every sound is my own',
  'royalty-free': 'Royalty-free samples',
  licensed: 'Samples that I have a licence for',
};
const VOCALS: Record<(typeof VOCAL_ORIGINS)[number], string> = {
  none: 'No vocals',
  exclusive: 'Recorded for this track and used nowhere else',
  'royalty-free': 'Royalty-free vocals',
  machine: 'Made by a machine',
};

/** Where the sounds come from, in the seller's words (docs/product/review.md#where-the-sounds-come-from). */
export function OriginFields({ form: { register, control, formState } }: { form: TrackFormState }) {
  const [samples, vocals] = useWatch({ control, name: ['origins.samples', 'origins.vocals'] });
  const errors = formState.errors.origins;
  return (
    <section className={styles.origins} aria-label="Where the sounds come from">
      <p className="muted">
        Your answers go into the contract with the buyer, and as badges to the page of the track. A false one is a reason for a
        complaint.
      </p>
      <Choices label="Samples" options={SAMPLES} error={errors?.samples?.message} field={register('origins.samples')} />
      {samples !== '' && samples !== 'none' && (
        <TextField
          label="Packs and licence"
          maxLength={ORIGIN_NOTE_MAX}
          hint="Which packs, and under which licence you may use them."
          error={requiredText(errors?.samplesNote?.message)}
          {...register('origins.samplesNote')}
        />
      )}
      <Choices label="Vocals" options={VOCALS} error={errors?.vocals?.message} field={register('origins.vocals')} />
      {vocals !== '' && vocals !== 'none' && (
        <TextField
          label={vocals === 'machine' ? 'Program that made the vocals' : 'About the vocals'}
          maxLength={ORIGIN_NOTE_MAX}
          hint={vocals === 'machine' ? undefined : 'Optional; the pack, or the agreement with the singer.'}
          error={requiredText(errors?.vocalsNote?.message)}
          {...register('origins.vocalsNote')}
        />
      )}
      <Checkbox
        label="This track was never released before, nowhere and under no name."
        error={errors?.unreleased?.message}
        {...register('origins.unreleased')}
      />
    </section>
  );
}

const requiredText = (message: string | undefined) => (message === FILL_REQUIRED ? 'Required' : message);

function Choices({
  label,
  options,
  error,
  field,
}: {
  label: string;
  options: Record<string, string>;
  error: string | undefined;
  field: UseFormRegisterReturn;
}) {
  const errorId = useId();
  return (
    <fieldset
      className={styles.choices}
      role="radiogroup"
      aria-invalid={Boolean(error)}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{label}</legend>
      {Object.entries(options).map(([value, text]) => (
        <label key={value}>
          <input type="radio" value={value} {...field} />
          {text}
        </label>
      ))}
      {error && (
        <p id={errorId} className={styles.missing}>
          {requiredText(error)}
        </p>
      )}
    </fieldset>
  );
}
