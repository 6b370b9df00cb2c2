import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { kept } from './kept';
import { useUserId } from './session';

/** Whose it is stays as it was when the form was opened: a login in between does not lose it. */
function usePlace(name: string): string {
  const userId = useUserId();
  return useState(`${userId ?? 'visitor'}/${name}`)[0];
}

/**
 * Keeps what is typed into a form through a reload; what nobody touched comes from where it came before. `never` names the fields
 * that must not be kept: passwords, card numbers. → forgets it, for when it has been sent
 */
export function useKeptForm<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'subscribe'>,
  name: string,
  never: readonly Path<Values>[] = [],
): () => void {
  const place = usePlace(name);

  const restore = useEffectEvent(() => {
    const now = form.getValues();
    const typed = fitting(kept.get(place), now);
    if (Object.keys(typed).length > 0) form.reset({ ...now, ...typed }, { keepDefaultValues: true });
  });
  const keep = useEffectEvent((values: Values, dirty: object = {}) => {
    const typed = Object.keys(dirty).filter((field) => !never.includes(field as Path<Values>));
    if (typed.length > 0) kept.keep(place, Object.fromEntries(typed.map((field) => [field, values[field] as unknown])));
    else kept.forget(place);
  });

  useEffect(() => {
    restore();
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields }) => keep(values, dirtyFields),
    });
  }, [form]);

  return () => kept.forget(place);
}

/** State that a reload does not lose, as long as `isValid` knows it again. */
export function useKeptState<Value>(name: string, initial: Value, isValid: (value: unknown) => value is Value) {
  const place = usePlace(name);
  const [value, setValue] = useState(() => {
    const found = kept.get(place);
    return isValid(found) ? found : initial;
  });
  const set = (next: Value) => {
    setValue(next);
    kept.keep(place, next);
  };
  return [value, set, () => kept.forget(place)] as const;
}

/** Of what was kept, maybe by an older release, the fields which the form has with a value of that kind. */
const fitting = (typed: unknown, now: object): object =>
  Object.fromEntries(
    Object.entries(typed ?? {}).filter(([field, value]) => {
      const own = (now as Record<string, unknown>)[field];
      return own === undefined
        ? typeof value === 'string'
        : typeof value === typeof own && Array.isArray(value) === Array.isArray(own);
    }),
  );
