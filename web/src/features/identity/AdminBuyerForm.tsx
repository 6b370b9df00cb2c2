import { zodResolver } from '@hookform/resolvers/zod';
import { COUNTRIES } from '@shop/contracts/countries';
import { ProfileForm } from '@shop/contracts/forms';
import type { UserView } from '@shop/contracts/views';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { errorText, isApiError } from '../../lib/api';
import { toast } from '../../lib/toast';
import { Checkbox } from '../../ui/Checkbox';
import { Fault } from '../../ui/Fault';
import { FormDialog } from '../../ui/FormDialog';
import { SearchSelect } from '../../ui/SearchSelect';
import { TextField } from '../../ui/TextField';
import { useSaveBuyerMutation } from './adminBuyersApi';

const Form = ProfileForm.pick({ name: true, last_name: true, email: true, country: true })
  .required()
  .extend({ is_admin: z.boolean() });
type Form = z.output<typeof Form>;
const FIELDS = ['name', 'last_name', 'email', 'country', 'is_admin'] as const;

/** An account as an admin changes it: names, address, country and the admin flag (spec 3 §2). */
export function AdminBuyerForm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [save] = useSaveBuyerMutation();
  const { name, last_name, country } = user;
  const { register, control, handleSubmit, formState, setError } = useForm<Form>({
    resolver: zodResolver(Form),
    defaultValues: { name, last_name, email: user.email, country, is_admin: user.is_admin === 1 },
  });
  const { errors, isSubmitting } = formState;
  const [email, isAdmin] = useWatch({ control, name: ['email', 'is_admin'] });

  async function send({ is_admin, ...form }: Form) {
    const { error } = await save({ id: user.id, ...form, is_admin: is_admin ? 1 : 0 });
    if (error) {
      const field = isApiError(error) && FIELDS.find((name) => name === error.field);
      return setError(field || 'root', { message: errorText(error, 'Failed to update user') }, { shouldFocus: true });
    }
    toast.success('User updated successfully');
    onClose();
  }

  return (
    <FormDialog
      title="Edit buyer"
      submit="Save"
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(send)(event)}
      onClose={onClose}
    >
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextField label="Last Name" error={errors.last_name?.message} {...register('last_name')} />
      <TextField
        label="Email"
        type="email"
        hint={
          email.trim().toLowerCase() !== user.email &&
          'They log in with the new address from now on. The old one gets a notice, and their sessions end.'
        }
        error={errors.email?.message}
        {...register('email')}
      />
      <Controller
        control={control}
        name="country"
        render={({ field }) => (
          <SearchSelect
            label="Country"
            options={COUNTRIES}
            emptyText="No countries found"
            error={errors.country?.message}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <Checkbox
        label="Administrator: sees and changes everything here"
        error={errors.is_admin?.message}
        {...register('is_admin')}
      />
      {user.is_admin === 1 && !isAdmin && <p className="muted">All their sessions end at once.</p>}
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
