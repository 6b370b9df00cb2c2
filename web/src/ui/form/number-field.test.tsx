import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NumberField } from './NumberField';

const typed = async (text: string) => {
  const listener = jest.fn();
  render(<NumberField label="BPM" onChange={({ target }) => listener(target.value)} />);
  await userEvent.setup().type(screen.getByLabelText('BPM'), text);
  return listener.mock.lastCall;
};

test('text that is no number is passed on as it was typed', async () => {
  expect(await typed('12O-')).toEqual(['12O-']);
});

test('a comma is read as the point of a decimal', async () => {
  expect(await typed('122,4')).toEqual(['122.4']);
  expect(screen.getByLabelText('BPM')).toHaveValue('122.4');
});
