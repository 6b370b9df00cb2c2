import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

const INVALID = ['input', 'select', 'textarea'].map((field) => `${field}[aria-invalid="true"]`).join();

/** Moves the focus to the first invalid field of `form`, or to the first choice of an invalid group. */
const focusIn = (form: Element) => form.querySelector<HTMLElement>(`${INVALID}, fieldset[aria-invalid="true"] input`)?.focus();

/** Marks fields with `mark`, which sets state, and then moves the focus to the first marked field. */
export function focusFirstInvalid(form: Element, mark: () => void): void {
  flushSync(mark);
  focusIn(form);
}

/**
 * Moves the focus to the first invalid field after each submit of a form with `shouldFocusError: false`. react-hook-form itself
 * uses the order in which fields were registered, and knows no others.
 * @returns the ref of the form
 */
export function useFocusFirstInvalid({ submitCount }: { submitCount: number }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0 && form.current) focusIn(form.current);
  }, [submitCount]);
  return form;
}
