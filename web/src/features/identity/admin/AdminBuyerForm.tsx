import { zodResolver } from '@hookform/resolvers/zod';
import { ADMIN_ROLES, comparedAddress } from '@shop/contracts/constants';
import { ProfileFields } from '@shop/contracts/forms';
import type { UserView } from '@shop/contracts/views';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useMay } from '../../session/admin-role';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { useAdminId } from '#lib/calls/admin-session.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { changedFields } from '#lib/admin/changed-fields.ts';
import { toast } from '#lib/toast.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { CountryField } from '#ui/form/search-select/CountryField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextField } from '#ui/form/TextField.tsx';
import { ROLE_CHOICES } from './admin-buyer-columns';
import { useSaveBuyerMutation } from '../api/admin-buyers-api';

const Form = ProfileFields.pick({ name: true, last_name: true, email: true, country: true })
  .required()
  .extend({ is_admin: z.boolean(), admin_role: z.enum(ADMIN_ROLES) });
type Form = z.output<typeof Form>;
const FIELDS = ['name', 'last_name', 'email', 'country', 'is_admin', 'admin_role'] as const;

/**
 * Edits the names and country of an account. An owner may also change the address and the role, but not their own: their address
 * has a form in the profile, which asks for the password, and only another owner can change their role.
 */
export function AdminBuyerForm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [save] = useSaveBuyerMutation();
  const isOwn = useAdminId() === user.id;
  const asOwner = useMay()('ownTheShop') && !isOwn;
  const { name, last_name, country } = user;
  const { register, control, handleSubmit, formState, setError } = useAdminForm<Form>(`buyer/${user.id}`, {
    resolver: zodResolver(Form),
    shouldFocusError: false,
    defaultValues: {
      name,
      last_name,
      email: user.email,
      country,
      is_admin: user.is_admin === 1,
      admin_role: user.admin_role ?? 'owner',
    },
  });
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const element = useFocusFirstInvalid(formState);
  const [email, isAdmin] = useWatch({ control, name: ['email', 'is_admin'] });

  async function send({ is_admin, admin_role, ...form }: Form) {
    const role = is_admin ? admin_role : null;
    const { error } = await save({
      id: user.id,
      ...changedFields(form, dirtyFields),
      ...(asOwner && role !== user.admin_role && { is_admin: is_admin ? 1 : 0, admin_role: role }),
    });
    if (error) {
      const field = isApiError(error) && FIELDS.find((name) => name === error.field);
      return setError(field || 'root', { message: errorText(error, 'Failed to update user') }, { shouldFocus: true });
    }
    toast.success('User updated successfully');
    onClose();
  }

  return (
    <FormDialog
      drawer
      ref={element}
      title="Edit buyer"
      submit="Save"
      busy={isSubmitting}
      unsaved={isDirty}
      onSubmit={(event) => void handleSubmit(send)(event)}
      onClose={onClose}
    >
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextField label="Last Name" error={errors.last_name?.message} {...register('last_name')} />
      {asOwner && (
        <TextField
          label="Email"
          type="email"
          hint={
            comparedAddress(email) !== user.email &&
            'They log in with the new address from now on. The old one gets a notice, and their sessions end.'
          }
          error={errors.email?.message}
          {...register('email')}
        />
      )}
      <CountryField control={control} name="country" />
      {asOwner && <Checkbox label="Administrator" error={errors.is_admin?.message} {...register('is_admin')} />}
      {asOwner && isAdmin && (
        <SelectField label="Role" error={errors.admin_role?.message} {...register('admin_role')}>
          {ADMIN_ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_CHOICES[role]}
            </option>
          ))}
        </SelectField>
      )}
      {user.is_admin === 1 && !isAdmin && <p className="muted">All their sessions end at once.</p>}
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
