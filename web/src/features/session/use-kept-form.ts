import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useAppStore } from '#lib/hooks.ts';
import { typedTexts } from './kept';

/** The storage key of the form. It keeps the user who began the text, so that a login in between does not lose the text. */
function usePlace(name: string): string {
  const store = useAppStore();
  // During hydration, a selector answers as on the server, where nobody is logged in.
  const now = () => `${store.getState().session.userId ?? 'visitor'}/${name}`;
  const placeNow = useSyncExternalStore(store.subscribe, now, now);
  const [place, setPlace] = useState(placeNow);
  if (place !== placeNow && typedTexts.get(place) === null) setPlace(placeNow);
  return place;
}

/** Whether typed text of the form waited when the caller was mounted. */
export function useIsKept(name: string): boolean {
  const place = usePlace(name);
  return useState(() => typedTexts.get(place) !== null)[0];
}

/**
 * Keeps the typed values of a form through a reload. Untouched fields get their initial values as usual. `never` names fields
 * that must not be kept, such as passwords and card numbers.
 * @returns a function that forgets the values, for after sending
 */
export function useKeptForm<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'subscribe'>,
  name: string,
  never: readonly Path<Values>[] = [],
): () => void {
  const place = usePlace(name);

  const restore = useEffectEvent(() => {
    const now = form.getValues();
    const storedFields = fitting(typedTexts.get(place), now);
    if (Object.keys(storedFields).length > 0) form.reset({ ...now, ...storedFields }, { keepDefaultValues: true });
  });
  const saveTyped = useEffectEvent((values: Values, dirty: object = {}) => {
    const typedFields = Object.keys(dirty).filter((field) => !never.includes(field as Path<Values>));
    if (typedFields.length > 0)
      typedTexts.keep(place, Object.fromEntries(typedFields.map((field) => [field, values[field] as unknown])));
    else typedTexts.forget(place);
  });

  useEffect(() => {
    restore();
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields }) => saveTyped(values, dirtyFields),
    });
  }, [form, place]);

  return () => typedTexts.forget(place);
}

/**
 * State that survives a reload, as long as `isValid` accepts the stored value. Its setter takes a function of the latest value,
 * so that a late answer reverts nothing.
 */
export function useKeptState<Value>(name: string, initial: Value, isValid: (value: unknown) => value is Value) {
  const place = usePlace(name);
  const [value, setValue] = useState(() => {
    const storedValue = typedTexts.get(place);
    return isValid(storedValue) ? storedValue : initial;
  });
  const latest = useRef(value);
  const set = (change: (now: Value) => Value) => {
    latest.current = change(latest.current);
    setValue(latest.current);
    typedTexts.keep(place, latest.current);
  };
  return [value, set, () => typedTexts.forget(place)] as const;
}

/** The stored fields, perhaps of an older release, whose type fits that of the form's field. */
const fitting = (storedForm: unknown, now: object): object =>
  Object.fromEntries(
    Object.entries(storedForm ?? {}).filter(([field, value]) => {
      const formValue = (now as Record<string, unknown>)[field];
      return formValue === undefined
        ? typeof value === 'string'
        : typeof value === typeof formValue && Array.isArray(value) === Array.isArray(formValue);
    }),
  );
