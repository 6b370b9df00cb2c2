import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import { changedFields } from './changed-fields';
import { useAppStore } from '../hooks';

/**
 * What admins had typed into forms when their session ended, with the files they had chosen. It is kept in the memory of this tab while
 * the admin logs in again, and given back to the form at that place (docs/product/administration.md#logging-in-as-an-admin).
 */
const drafts = new Map<string, unknown>();

/** What was typed at this place when the session ended. It is given back once. */
export function useDraft<Draft>(place: string): Draft | undefined {
  const [draft] = useState(() => drafts.get(place) as Draft | undefined);
  useEffect(() => void drafts.delete(place), [place]);
  return draft;
}

/**
 * Keeps what `typed` answers when the form at this place goes because the session ended, whichever call found that out. An admin who logs
 * out leaves nothing behind, and neither does a form without unsaved changes.
 */
export function useKeepDraft<Draft>(place: string, isUnsaved: boolean, typed: () => Draft): void {
  const store = useAppStore();
  const keep = useEffectEvent(() => {
    if (isUnsaved && store.getState().adminSession.hasExpired) drafts.set(place, typed());
  });
  useEffect(() => () => keep(), []);
}

/**
 * `useForm` for the admin's form at this place: what was changed outlasts the end of the session, and is an unsaved change again. Fields
 * that were not changed are filled in anew.
 */
export function useAdminForm<Typed extends FieldValues, Sent = Typed>(
  place: string,
  options: UseFormProps<Typed, unknown, Sent>,
) {
  const form = useForm<Typed, unknown, Sent>(options);
  const draft = useDraft<Partial<Typed>>(place);
  const { reset, getValues, formState } = form;
  const { isDirty, dirtyFields } = formState;
  useEffect(() => {
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, reset, getValues]);
  useKeepDraft(place, isDirty, () => changedFields(getValues(), dirtyFields));
  return form;
}
