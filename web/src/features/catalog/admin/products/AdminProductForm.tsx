import type { AdminProductView, StoreChoice, SubmissionView } from '@shop/contracts/views';
import { useState, type ReactNode } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { toast } from '#lib/toast.ts';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { Beside } from '#ui/display/Beside.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { useAdminForm } from '#lib/admin/drafts.ts';
import {
  EMPTY_PRODUCT,
  fieldsOf,
  fieldsOfEdit,
  productResolver,
  storeOf,
  storesWith,
  valuesOfProduct,
  valuesOfSubmission,
  type ProductValues,
} from './admin-product-values';
import styles from '../parts/AdminForms.module.css';
import { AdminMediaEnd, AdminMediaFields } from '../parts/AdminMediaForm';
import { AdminMediaPreview } from '../parts/AdminMediaPreview';
import { AdminProductFields } from './AdminProductFields';
import type { RefusedRecording } from './AdminRecordingReason';
import { AdminProductWords } from './AdminUnchangeable';
import { useMediaForm } from '../parts/use-media-form';

const AdminRecordingReason = lazyWithRetry(async () => (await import('./AdminRecordingReason')).AdminRecordingReason);

const WITHOUT_IMAGE = 'Without one, the shop draws a cover from title, genre, key and tempo.';

/** Adds a track, or edits `product`, beside a preview. `submission` is the submission that the track is made from. */
export function AdminProductForm({
  product,
  submission,
  stores,
  facts,
  onDone,
}: {
  product?: AdminProductView;
  submission?: SubmissionView;
  stores: readonly StoreChoice[];
  facts?: ReactNode;
  onDone: () => void;
}) {
  const dispatch = useAppDispatch();
  const place = `product/${product?.id ?? 'new'}/${submission?.id ?? ''}`;
  const form = useAdminForm<ProductValues>(place, {
    resolver: productResolver,
    shouldFocusError: false,
    defaultValues: product ? valuesOfProduct(product) : submission ? valuesOfSubmission(submission) : EMPTY_PRODUCT,
  });
  const choices = submission ? storeOf(submission) : product ? storesWith(stores, product) : stores;
  const media = useMediaForm({ place, required: product ? [] : ['audio'] });
  const values = useWatch({ control: form.control }) as ProductValues;
  const { isDirty, dirtyFields, isSubmitting } = form.formState;
  const element = useFocusFirstInvalid(form.formState);
  /** Why the shop has refused the recording at the last try. */
  const [refusedRecording, setRefusedRecording] = useState<RefusedRecording | null>(null);
  const mayLeave = useUnsavedWarning(isDirty || media.isChanged);

  async function save(values: ProductValues) {
    if (!media.complete()) return;
    // A reason out of a draft counts only once it is seen.
    const submitted = refusedRecording ? values : { ...values, recording_reason: '' };
    const fields = product ? fieldsOfEdit(submitted, dirtyFields) : fieldsOf(submitted, submission?.id ?? null);
    const outcome = await media.send(
      (body) =>
        product ? call('PUT /api/products/:id', { params: { id: product.id }, body }) : call('POST /api/products', { body }),
      { fields: JSON.stringify(fields) },
      product ? 'Failed to update product' : 'Failed to add product',
      (field, message) =>
        field in EMPTY_PRODUCT && form.setError(field as keyof ProductValues, { message }, { shouldFocus: true }),
    );
    const code = 'error' in outcome ? outcome.error.code : undefined;
    if (code === 'known-recording' || code === 'preview-differs') setRefusedRecording(code);
    if (!('done' in outcome)) return;
    dispatch(adminApi.util.invalidateTags(['AdminProducts', 'Products', 'Searches', 'Submissions']));
    toast.success(product ? 'Product updated successfully' : 'Product added successfully');
    onDone();
  }

  return (
    <Beside
      preview={
        <AdminMediaPreview
          img={media.files.img}
          audio={media.files.audio}
          sound={media.sound}
          stored={product}
          withoutImage={WITHOUT_IMAGE}
        >
          <AdminProductWords values={values} stores={choices} />
          {facts}
        </AdminMediaPreview>
      }
    >
      <FormProvider {...form}>
        <form
          ref={element}
          className={styles.form}
          aria-label="Product"
          noValidate
          onSubmit={(event) => void form.handleSubmit(save, () => void media.complete())(event)}
        >
          <fieldset className={styles.set} disabled={isSubmitting}>
            <AdminMediaFields media={media} hasFiles={product !== undefined} withoutImage={WITHOUT_IMAGE} />
            <AdminProductFields stores={choices} ofOperator={!submission} sound={media.sound} />
            {refusedRecording && (
              <SectionBoundary>
                <AdminRecordingReason refused={refusedRecording} />
              </SectionBoundary>
            )}
          </fieldset>
          <AdminMediaEnd
            media={media}
            submit={product ? 'Update Product' : 'Add Product'}
            isSubmitting={isSubmitting}
            onCancel={() => mayLeave() && onDone()}
          />
        </form>
      </FormProvider>
    </Beside>
  );
}
