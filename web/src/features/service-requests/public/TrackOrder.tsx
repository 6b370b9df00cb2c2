import { GENRES, MIX_VERSIONS, RADIO_VERSIONS, TRACK_TYPES } from '@shop/contracts/constants';
import { TrackOrderForm, type TrackOrderInput } from '@shop/contracts/forms';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { useId } from 'react';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { ChoiceGroup } from './ChoiceGroup';
import { RequestForm, type Requester } from './RequestForm';
import styles from './Services.module.css';
import { useSendRequest } from './use-send-request';

type Values = TrackOrderInput & { projectFile: 'Yes' | 'No'; masterVersion: 'Yes' | 'No' };

/** The request for a track made to order (docs/product/service-requests.md#music-production). */
export function TrackOrder({ requester, onSent }: { requester: Requester; onSent: () => void }) {
  const form = useForm<Values, unknown, TrackOrderForm>({
    resolver: zodResolver(TrackOrderForm) as never, // the schema's input also takes true and false for Yes and No
    shouldFocusError: false,
    defaultValues: {
      genre: '',
      bpm: '',
      projectFile: 'No',
      masterVersion: 'No',
      mixVersion: [],
      radioVersion: [],
      example: '',
      description: '',
      ...requester,
    },
  });
  const { register, control, handleSubmit, formState } = form;
  const send = useSendRequest('music-production', form, onSent);
  const { errors, isSubmitting, submitCount } = formState;

  return (
    <RequestForm
      onSubmit={(event) => void handleSubmit(send)(event)}
      fields={{ description: register('description'), name: register('name'), email: register('email') }}
      errors={errors}
      placeholder="Mood, length, what it must and must not have"
      busy={isSubmitting}
      submitCount={submitCount}
    >
      <div className={styles.three}>
        <TextField
          label="Genre"
          list="genres"
          placeholder="Melodic Techno"
          error={errors.genre?.message}
          {...register('genre')}
        />
        <datalist id="genres">
          {GENRES.map((genre) => (
            <option key={genre} value={genre} />
          ))}
        </datalist>
        <NumberField label="BPM" placeholder="124" error={errors.bpm?.message} {...register('bpm')} />
        <SelectField label="Version" error={errors.version?.message} {...register('version')}>
          <option value="">Choose</option>
          {TRACK_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
      </div>
      <div className={styles.four}>
        <Controller
          control={control}
          name="projectFile"
          render={({ field }) => <YesNo label="Project File" value={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name="masterVersion"
          render={({ field }) => <YesNo label="Master Version" value={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name="mixVersion"
          render={({ field }) => (
            <ChoiceGroup label="Mix Version" options={MIX_VERSIONS} value={field.value ?? []} onChange={field.onChange} />
          )}
        />
        <Controller
          control={control}
          name="radioVersion"
          render={({ field }) => (
            <ChoiceGroup label="Radio Version" options={RADIO_VERSIONS} value={field.value ?? []} onChange={field.onChange} />
          )}
        />
      </div>
      <TextField
        label="Example"
        type="url"
        inputMode="url"
        placeholder="https://soundcloud.com/…"
        hint="A track that sounds like what you want: best a SoundCloud, YouTube or Beatport link."
        error={errors.example?.message}
        {...register('example')}
      />
    </RequestForm>
  );
}

type Answer = 'Yes' | 'No';

function YesNo({ label, value, onChange }: { label: string; value: Answer; onChange: (answer: Answer) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.yesNo}>
        {(['Yes', 'No'] as const).map((answer) => (
          <label key={answer}>
            <input type="radio" name={name} value={answer} checked={value === answer} onChange={() => onChange(answer)} />
            <span dir="auto">{answer}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
