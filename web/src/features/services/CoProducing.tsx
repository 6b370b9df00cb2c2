import { zodResolver } from '@hookform/resolvers/zod';
import { CO_PRODUCING_NEEDS } from '@shop/contracts/constants';
import { CoProducingForm, type CoProducingInput } from '@shop/contracts/forms';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { TextField } from '../../ui/TextField';
import { ChoiceGroup } from './ChoiceGroup';
import { RequesterFields, type Requester } from './RequesterFields';
import styles from './Services.module.css';
import { useSendRequest } from './use-send-request';

/** Finishing a track together; without a need it cannot be sent (spec 1 §5). */
export function CoProducing({ requester, onSent }: { requester: Requester; onSent: () => void }) {
  const send = useSendRequest('co-producing', onSent);
  const { register, control, handleSubmit, formState } = useForm<CoProducingInput, unknown, CoProducingForm>({
    resolver: zodResolver(CoProducingForm),
    defaultValues: { needs: [], link: '', description: '', ...requester },
  });
  const { errors, isSubmitting } = formState;
  const needs = useWatch({ control, name: 'needs' });

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)} noValidate>
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
      <RequesterFields
        fields={{ description: register('description'), name: register('name'), email: register('email') }}
        errors={errors}
        placeholder="What there is, what is missing, which DAW"
        busy={isSubmitting}
        disabled={needs.length === 0}
      />
    </form>
  );
}
