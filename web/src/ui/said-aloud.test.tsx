import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Spinner } from './action/Spinner';
import { Fault } from './feedback/Fault';
import { FormSkeleton } from './feedback/FormSkeleton';
import { Checkbox } from './form/Checkbox';
import { Field } from './form/Field';
import { Pagination } from './table/Pagination';

/** How a screen reader is told of a change: at once, when it is done with its sentence, or not at all. */
const howSaid = (element: HTMLElement) => {
  const region = element.closest('[role=alert], [role=status], [aria-live]');
  if (!region) return null;
  return region.getAttribute('role') === 'alert' ? 'at once' : (region.getAttribute('aria-live') ?? 'polite');
};
const aField = (error?: string) => (
  <Field label="Name" error={error} hint="As on your card">
    {(wiring) => <input {...wiring} />}
  </Field>
);

test.each<[string, ReactElement, () => HTMLElement, string | null]>([
  ['the error of a field', aField('Too long'), () => screen.getByText('Too long'), 'at once'],
  ['the hint of a field', aField(), () => screen.getByText('As on your card'), null],
  [
    'the error of a checkbox',
    <Checkbox key="box" label="I agree" error="Please agree" />,
    () => screen.getByText('Please agree'),
    'at once',
  ],
  ['why something failed', <Fault key="fault">No answer</Fault>, () => screen.getByText('No answer'), 'at once'],
  ['a spinner with a label', <Spinner key="spinner" label="Saving" />, () => screen.getByLabelText('Saving'), 'polite'],
  ['a form that loads', <FormSkeleton key="form" />, () => screen.getByLabelText('Loading the form'), 'polite'],
  [
    'another page of a table',
    <Pagination key="pages" page={2} totalPages={3} total={25} onChange={() => undefined} />,
    () => screen.getByText(/Page 2 of 3/),
    'polite',
  ],
])('%s is said aloud as it should be', (_what, part, element, how) => {
  render(part);
  expect(howSaid(element())).toBe(how);
});

test('what a control says of itself includes its error, and a spinner beside a text says nothing', () => {
  const { rerender } = render(aField('Too long'));
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Too long');
  rerender(<Checkbox label="I agree" error="Please agree" />);
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please agree');
  rerender(<Spinner />);
  expect(document.querySelector('[aria-hidden=true]')).not.toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});
