import { screen, waitFor } from '@testing-library/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { renderAt } from '../testing/render';
import { IconButton } from './IconButton';
import { KeepFocus } from './KeepFocus';

function List({ initial }: { initial: string[] }) {
  const [names, setNames] = useState(initial);
  return (
    <>
      <h1>Names</h1>
      <KeepFocus>
        {names.map((name) => (
          <p key={name}>
            <button type="button">{name}</button>
            <IconButton label={`Remove ${name}`} onClick={() => setNames(names.filter((other) => other !== name))}>
              <X />
            </IconButton>
          </p>
        ))}
      </KeepFocus>
    </>
  );
}

test('removing a line leads to the same button of the next, then of the last line, then to the heading', async () => {
  const { user } = renderAt(<List initial={['Ada', 'Ben', 'Cem']} />);
  const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });
  await user.click(remove('Ben'));
  await waitFor(() => expect(remove('Cem')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(remove('Ada')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Names' })).toHaveFocus());
});
