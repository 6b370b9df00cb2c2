import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import { changedFields } from './changed-fields';
import { keptDrafts } from './kept-drafts';
import { useAppStore } from '../hooks';

/**
 * The values that this admin had typed at this place when their session ended
 * (docs/product/administration.md#logging-in-as-an-admin). They are given back once.
 */
export function useDraft<Draft>(place: string): Draft | undefined {
  const { userId } = useAppStore().getState().adminSession;
  const [draft] = useState(() => {
    const keptDraft = keptDrafts.get(place);
    return keptDraft?.userId === userId ? (keptDraft.typed as Draft) : undefined;
  });
  useEffect(() => void keptDrafts.delete(place), [place]);
  return draft;
}

/** Whether this admin had typed something at this place when their session ended: then its form opens by itself. */
export function useHasDraft(place: string): boolean {
  const { userId } = useAppStore().getState().adminSession;
  return useState(() => keptDrafts.get(place)?.userId === userId)[0];
}

/**
 * Keeps the result of `getDraft` when the form at this place closes because the session ended, whichever call noticed that. Nothing
 * is kept after a logout, or without unsaved changes. `isRefused`: the server refused the values, so they are also kept while the
 * session lasts.
 */
export function useKeepDraft<Draft>(place: string, isUnsaved: boolean, getDraft: () => Draft, isRefused = false): void {
  const store = useAppStore();
  const saveDraft = useEffectEvent(() => {
    const { token, hasExpired, userId } = store.getState().adminSession;
    if (isUnsaved && (hasExpired || (isRefused && token))) keptDrafts.set(place, { userId, typed: getDraft() });
  });
  useEffect(() => () => saveDraft(), []);
}

/**
 * `useForm` for the admin's form at this place. Changed fields outlast the end of the session, and are unsaved changes again; the
 * others are filled in anew. `outlastsRefusal`: refused values also outlast the closing of the form (`isKept`).
 */
export function useAdminForm<Fields extends FieldValues, Input = Fields>(
  place: string,
  options: UseFormProps<Fields, unknown, Input>,
  { outlastsRefusal = false } = {},
) {
  const form = useForm<Fields, unknown, Input>(options);
  const draft = useDraft<Partial<Fields>>(place);
  const { reset, getValues, formState } = form;
  const { isDirty, dirtyFields, isSubmitted, isSubmitting, isSubmitSuccessful } = formState;
  const isKept = outlastsRefusal && isSubmitted && !isSubmitting && !isSubmitSuccessful;
  useEffect(() => {
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, reset, getValues]);
  useKeepDraft(place, isDirty, () => changedFields(getValues(), dirtyFields), isKept);
  return { ...form, isKept };
}
