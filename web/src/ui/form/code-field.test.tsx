import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CodeField } from './CodeField';

function Form() {
  const [code, setCode] = useState('');
  return <CodeField label="Code" value={code} onCode={setCode} />;
}

test.each(['612783', '612 783', ' 612-783\n', '６１２７８３', '٦١٢٧٨٣', '۶۱۲ ۷۸۳', 'Your code: 612 783'])(
  '%j is pasted as its six digits',
  async (pasted) => {
    render(<Form />);
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Code'));
    await user.paste(pasted);
    expect(screen.getByLabelText('Code')).toHaveValue('612783');
  },
);

test('typing goes no further than the code is long', async () => {
  render(<Form />);
  await userEvent.setup().type(screen.getByLabelText('Code'), '12 34567a8');
  expect(screen.getByLabelText('Code')).toHaveValue('123456');
});
