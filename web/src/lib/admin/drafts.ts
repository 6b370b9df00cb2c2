import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import { changedFields } from './changed-fields';
import { keptDrafts } from './kept-drafts';
import { useAppStore } from '../hooks';

/**
 * What this admin had typed at this place when their session ended (docs/product/administration.md#logging-in-as-an-admin). It is given back
 * once.
 */
export function useDraft<Draft>(place: string): Draft | undefined {
  const { userId } = useAppStore().getState().adminSession;
  const [draft] = useState(() => {
    const kept = keptDrafts.get(place);
    return kept?.userId === userId ? (kept.typed as Draft) : undefined;
  });
  useEffect(() => void keptDrafts.delete(place), [place]);
  return draft;
}

/**
 * Keeps what `typed` answers when the form at this place goes because the session ended, whichever call found that out. An admin who logs
 * out leaves nothing behind, and neither does a form without unsaved changes. `isRefused`: it was sent in vain, and is kept while the session
 * lasts too.
 */
export function useKeepDraft<Draft>(place: string, isUnsaved: boolean, typed: () => Draft, isRefused = false): void {
  const store = useAppStore();
  const keep = useEffectEvent(() => {
    const { token, hasExpired, userId } = store.getState().adminSession;
    if (isUnsaved && (hasExpired || (isRefused && token))) keptDrafts.set(place, { userId, typed: typed() });
  });
  useEffect(() => () => keep(), []);
}

/**
 * `useForm` for the admin's form at this place: what was changed outlasts the end of the session, and is an unsaved change again. Fields
 * that were not changed are filled in anew. `outlastsRefusal`: what was sent in vain is there again too when the form was closed (`isKept`).
 */
export function useAdminForm<Typed extends FieldValues, Sent = Typed>(
  place: string,
  options: UseFormProps<Typed, unknown, Sent>,
  { outlastsRefusal = false } = {},
) {
  const form = useForm<Typed, unknown, Sent>(options);
  const draft = useDraft<Partial<Typed>>(place);
  const { reset, getValues, formState } = form;
  const { isDirty, dirtyFields, isSubmitted, isSubmitting, isSubmitSuccessful } = formState;
  const isKept = outlastsRefusal && isSubmitted && !isSubmitting && !isSubmitSuccessful;
  useEffect(() => {
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, reset, getValues]);
  useKeepDraft(place, isDirty, () => changedFields(getValues(), dirtyFields), isKept);
  return { ...form, isKept };
}
