import { screen, waitFor } from '@testing-library/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { renderAt } from '../../testing/render';
import { Button } from '../../ui/action/Button';
import { FormDialog } from '../../ui/overlay/FormDialog';
import { IconButton } from '../../ui/action/IconButton';
import { keepFocus } from './focus-keeper';

function List({ initial, asks = false }: { initial: string[]; asks?: boolean }) {
  const [names, setNames] = useState(initial);
  const [asked, setAsked] = useState<string | null>(null);
  const take = (name: string) => setNames(names.filter((other) => other !== name));
  return (
    <section>
      <h1>Names</h1>
      {names.map((name) => (
        <p key={name}>
          <button type="button">{name}</button>
          <IconButton label={`Remove ${name}`} onClick={() => (asks ? setAsked(name) : take(name))}>
            <X />
          </IconButton>
        </p>
      ))}
      {asked && (
        <FormDialog
          title={`Remove ${asked}?`}
          submit="Remove"
          busy={false}
          onClose={() => setAsked(null)}
          onSubmit={() => {
            take(asked);
            setAsked(null);
          }}
        >
          .
        </FormDialog>
      )}
    </section>
  );
}
const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });

test('removing a line leads to the same button of the next, then of the last line, then to the heading', async () => {
  const { user } = renderAt(<List initial={['Ada', 'Ben', 'Cem']} />);
  await user.click(remove('Ben'));
  await waitFor(() => expect(remove('Cem')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(remove('Ada')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Names' })).toHaveFocus());
});

test('a dialog whose opener went away with its line leads there too', async () => {
  const { user } = renderAt(<List initial={['Ada', 'Ben']} asks />);
  await user.click(remove('Ada'));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(remove('Ben')).toHaveFocus());
});

test('a button that is busy gets the focus back, one that did its work leaves it to what came instead', async () => {
  function Work() {
    const [at, setAt] = useState<'idle' | 'busy' | 'done'>('idle');
    return (
      <section>
        <h2>Work</h2>
        {at === 'done' ? (
          <p>Done</p>
        ) : (
          <Button busy={at === 'busy'} onClick={() => setAt('busy')}>
            Go
          </Button>
        )}
        <a href="#back" onMouseEnter={() => setAt('idle')} onMouseLeave={() => setAt('done')}>
          Move here
        </a>
      </section>
    );
  }
  const { user } = renderAt(<Work />);
  const go = screen.getByRole('button', { name: 'Go' });
  await user.click(go);
  (document.activeElement as HTMLElement).blur(); // as browsers do with what is disabled
  await user.hover(screen.getByRole('link'));
  await waitFor(() => expect(go).toHaveFocus());
  await user.unhover(screen.getByRole('link'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Work' })).toHaveFocus());
});

test('a click on the page takes the focus away, and nobody brings it back', async () => {
  const { user } = renderAt(<List initial={['Ada', 'Ben']} />);
  await user.click(screen.getByRole('button', { name: 'Ada' }));
  await user.click(screen.getByRole('heading'));
  expect(document.body).toHaveFocus();
  await user.hover(screen.getByRole('button', { name: 'Ben' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body).toHaveFocus();
});

test('who gives the focus back in a moment is not forestalled', async () => {
  jest.useFakeTimers();
  document.body.innerHTML = '<h1>Page</h1><button>Opener</button><div><button>Inside</button></div>';
  const [opener, inside] = document.querySelectorAll('button');
  const focused: string[] = [];
  const stop = keepFocus();
  inside!.focus();
  document.addEventListener('focusin', ({ target }) => focused.push((target as Element).textContent));
  document.querySelector('h1')!.className = 'changed';
  await jest.advanceTimersByTimeAsync(45);
  inside!.parentElement!.remove();
  setTimeout(() => opener!.focus(), 10);
  await jest.advanceTimersByTimeAsync(500);
  expect(focused).toEqual(['Opener']);
  stop();
  document.body.innerHTML = '';
  jest.useRealTimers();
});
