import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

const INVALID = ['input', 'select', 'textarea'].map((field) => `${field}[aria-invalid="true"]`).join();

/** Moves the focus to the first field of `form` that is marked as invalid; of a group of choices to its first choice. */
const focusIn = (form: Element) => form.querySelector<HTMLElement>(`${INVALID}, fieldset[aria-invalid="true"] input`)?.focus();

/** Marks fields by `mark`, which sets state, and moves the focus to the first one that is marked then. */
export function focusFirstInvalid(form: Element, mark: () => void): void {
  flushSync(mark);
  focusIn(form);
}

/**
 * Moves the focus to the first invalid field after each submit of a form with `shouldFocusError: false`: react-hook-form itself goes by the
 * order in which fields were registered, and knows no others. → the ref of the form
 */
export function useFocusFirstInvalid({ submitCount }: { submitCount: number }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0 && form.current) focusIn(form.current);
  }, [submitCount]);
  return form;
}
