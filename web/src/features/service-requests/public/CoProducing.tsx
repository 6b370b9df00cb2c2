import { zodResolver } from '@hookform/resolvers/zod';
import { CO_PRODUCING_NEEDS } from '@shop/contracts/constants';
import { CoProducingForm, type CoProducingInput } from '@shop/contracts/forms';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { TextField } from '#ui/form/TextField.tsx';
import { ChoiceGroup } from './ChoiceGroup';
import { RequestForm, type Requester } from './RequestForm';
import { useSendRequest } from './use-send-request';

/** The request to finish a track together. At least one need must be chosen (docs/product/service-requests.md#co-producing). */
export function CoProducing({ requester, onSent }: { requester: Requester; onSent: () => void }) {
  const form = useForm<CoProducingInput, unknown, CoProducingForm>({
    resolver: zodResolver(CoProducingForm),
    shouldFocusError: false,
    defaultValues: { needs: [], link: '', description: '', ...requester },
  });
  const { register, control, handleSubmit, formState } = form;
  const send = useSendRequest('co-producing', form, onSent);
  const { errors, isSubmitting, submitCount } = formState;
  const needs = useWatch({ control, name: 'needs' });

  return (
    <RequestForm
      onSubmit={(event) => void handleSubmit(send)(event)}
      fields={{ description: register('description'), name: register('name'), email: register('email') }}
      errors={errors}
      placeholder="What there is, what is missing, which DAW"
      busy={isSubmitting}
      submitCount={submitCount}
      disabled={needs.length === 0}
    >
      <Controller
        control={control}
        name="needs"
        render={({ field }) => (
          <ChoiceGroup
            label="What do you need?"
            options={CO_PRODUCING_NEEDS}
            value={field.value}
            onChange={field.onChange}
            error={errors.needs?.message}
          />
        )}
      />
      <TextField
        label="Link (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Where we can hear what you have so far."
        error={errors.link?.message}
        {...register('link')}
      />
    </RequestForm>
  );
}
