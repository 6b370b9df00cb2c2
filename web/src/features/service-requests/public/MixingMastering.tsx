import { zodResolver } from '@hookform/resolvers/zod';
import { MIXING_NEEDS } from '@shop/contracts/constants';
import { MixingMasteringForm, type MixingMasteringInput } from '@shop/contracts/forms';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { NumberField } from '#ui/form/NumberField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { ChoiceGroup } from './ChoiceGroup';
import { RequestForm, type Requester } from './RequestForm';
import { useSendRequest } from './use-send-request';

/**
 * The request for mixing or mastering. The number of stems is asked only for mixing
 * (docs/product/service-requests.md#mixing-and-mastering).
 */
export function MixingMastering({ requester, onSent }: { requester: Requester; onSent: () => void }) {
  const form = useForm<MixingMasteringInput, unknown, MixingMasteringForm>({
    resolver: zodResolver(MixingMasteringForm),
    shouldFocusError: false,
    defaultValues: { needs: [], stemsCount: '', example: '', description: '', ...requester },
  });
  const { register, control, handleSubmit, formState } = form;
  const send = useSendRequest('mixing-mastering', form, onSent);
  const { errors, isSubmitting, submitCount } = formState;
  const needs = useWatch({ control, name: 'needs' });

  return (
    <RequestForm
      onSubmit={(event) => void handleSubmit(send)(event)}
      fields={{ description: register('description'), name: register('name'), email: register('email') }}
      errors={errors}
      placeholder="What bothers you in it now, and where it will be played"
      busy={isSubmitting}
      submitCount={submitCount}
    >
      <Controller
        control={control}
        name="needs"
        render={({ field }) => (
          <ChoiceGroup
            label="What do you need?"
            options={MIXING_NEEDS}
            value={field.value}
            onChange={field.onChange}
            error={errors.needs?.message}
          />
        )}
      />
      {needs.includes('Mixing') && (
        <NumberField
          label="Number of Stems"
          inputMode="numeric"
          placeholder="24"
          error={errors.stemsCount?.message}
          {...register('stemsCount')}
        />
      )}
      <TextField
        label="Example (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="A track whose sound you like: best a SoundCloud, YouTube or Beatport link."
        error={errors.example?.message}
        {...register('example')}
      />
    </RequestForm>
  );
}
