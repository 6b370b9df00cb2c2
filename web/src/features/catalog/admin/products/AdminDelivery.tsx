import { zodResolver } from '@hookform/resolvers/zod';
import { deliveryLinks } from '@shop/contracts/forms';
import type { AdminProductView } from '@shop/contracts/views';
import { useWatch } from 'react-hook-form';
import { AdminSendFiles } from '#features/packages/admin/AdminSendFiles.tsx';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';
import { changedFields } from '#lib/admin/changed-fields.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../parts/AdminForms.module.css';
import { useMediaForm } from '../parts/use-media-form';

/** The delivery links of a sold track. Only these may still change, so that the buyer can reach the files. */
export function AdminDelivery({ product, onDone }: { product: AdminProductView; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const place = `delivery/${product.id}`;
  const { register, control, handleSubmit, setError, setValue, formState } = useAdminForm(place, {
    resolver: zodResolver(deliveryLinks(product.project_name !== null)),
    defaultValues: {
      package_id: product.package_id === null || product.package_id === undefined ? '' : String(product.package_id),
      download_link: product.download_link ?? '',
      project_link: product.project_link ?? '',
    },
  });
  const packageId = useWatch({ control, name: 'package_id' });
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const { send, refusal } = useMediaForm({ place, required: [] });
  useUnsavedWarning(isDirty);

  async function save(values: { package_id: number | null; download_link: string; project_link: string | null }) {
    if (!isDirty) return onDone();
    const links = changedFields(values, dirtyFields);
    const outcome = await send(
      (body) => call('PUT /api/products/:id', { params: { id: product.id }, body }),
      { fields: JSON.stringify(links) },
      'Failed to update product',
      (field, message) => field in links && setError(field as keyof typeof values, { message }, { shouldFocus: true }),
    );
    if (!('done' in outcome)) return;
    dispatch(adminApi.util.invalidateTags(['AdminProducts', 'AuditLog']));
    toast.success('Product updated successfully');
    onDone();
  }

  return (
    <form className={styles.form} aria-label="Delivery" noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      <p className="muted">
        When its buyer cannot reach the files, the links may be mended, or a package may deliver them: the links in the order lead
        there at once.
      </p>
      <fieldset className={styles.set} disabled={isSubmitting}>
        <AdminSendFiles onFit={(id) => setValue('package_id', String(id), { shouldDirty: true, shouldValidate: true })} />
        <NumberField label="Package" error={errors.package_id?.message} {...register('package_id')} />
        <TextField
          label="Download link"
          type="url"
          required={packageId === ''}
          autoComplete="off"
          error={errors.download_link?.message}
          {...register('download_link')}
        />
        {product.project_name && (
          <TextField
            label={`Project link (${product.project_name})`}
            type="url"
            required={packageId === ''}
            autoComplete="off"
            error={errors.project_link?.message}
            {...register('project_link')}
          />
        )}
      </fieldset>
      <Fault>{refusal}</Fault>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Update delivery
        </Button>
        <ButtonLink to={paths.admin.page('products')}>Back to the list</ButtonLink>
      </div>
    </form>
  );
}
