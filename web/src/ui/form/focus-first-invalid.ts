import { flushSync } from 'react-dom';

const INVALID = ['input', 'select', 'textarea'].map((field) => `${field}[aria-invalid="true"]`).join();

/**
 * Marks fields by `mark`, which sets state, and moves the focus to the first field of `form` that is marked then; of a group of choices to
 * its first choice.
 */
export function focusFirstInvalid(form: Element, mark: () => void): void {
  flushSync(mark);
  form.querySelector<HTMLElement>(`${INVALID}, fieldset[aria-invalid="true"] input`)?.focus();
}
