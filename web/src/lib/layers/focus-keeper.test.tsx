import { screen, waitFor } from '@testing-library/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { renderAt } from '#testing/render.tsx';
import { Button } from '#ui/action/Button.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { restoreFocus } from './focus-keeper';

afterEach(() => jest.useRealTimers());

function List({ initial, asks = false }: { initial: string[]; asks?: boolean }) {
  const [names, setNames] = useState(initial);
  const [asked, setAsked] = useState<string | null>(null);
  const take = (name: string) => setNames(names.filter((entry) => entry !== name));
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

test('a dialog whose opener has gone with its line returns the focus there, too', async () => {
  const { user } = renderAt(<List initial={['Ada', 'Ben']} asks />);
  await user.click(remove('Ada'));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(remove('Ben')).toHaveFocus());
});

test('a busy button gets the focus back; a button that is gone leaves it to its replacement', async () => {
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
  (document.activeElement as HTMLElement).blur(); // browsers take the focus from a disabled control
  await user.hover(screen.getByRole('link'));
  await waitFor(() => expect(go).toHaveFocus());
  await user.unhover(screen.getByRole('link'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Work' })).toHaveFocus());
});

test('a closed element leaves the focus to the page and not to another part of the window', async () => {
  function Frame() {
    const [news, setNews] = useState(true);
    return (
      <div>
        <main id="main" tabIndex={-1}>
          <h1>Shop</h1>
        </main>
        {news && (
          <section aria-label="News">
            <IconButton label="Close" onClick={() => setNews(false)}>
              <X />
            </IconButton>
          </section>
        )}
        <section aria-label="Player">
          <IconButton label="Close player">
            <X />
          </IconButton>
        </section>
      </div>
    );
  }
  const { user } = renderAt(<Frame />);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Shop' })).toHaveFocus());
});

test('a button that stays disabled after its work leaves the focus to its neighbour', async () => {
  jest.useFakeTimers();
  document.body.innerHTML = '<form><h2>Code</h2><button>Verify</button><button>Resend</button></form>';
  const [verify, resend] = document.querySelectorAll('button');
  const stop = restoreFocus();
  const disable = (disabled: boolean) => {
    if (disabled) resend!.blur(); // browsers take the focus from a disabled control
    resend!.disabled = disabled;
  };
  resend!.focus();
  disable(true);
  await jest.advanceTimersByTimeAsync(500);
  expect(document.body).toHaveFocus();
  disable(false);
  await jest.advanceTimersByTimeAsync(500);
  expect(resend).toHaveFocus();
  disable(true);
  await jest.advanceTimersByTimeAsync(2000);
  expect(verify).toHaveFocus();
  stop();
  document.body.innerHTML = '';
});

test('a control that stays disabled does not leave the focus to the same control in another row', async () => {
  jest.useFakeTimers();
  document.body.innerHTML = `<h1>Orders</h1><table>
    <tr><td><select aria-label="Status of order 5"></select></td></tr>
    <tr><td><select aria-label="Status of order 4"></select></td></tr>
  </table>`;
  const select = document.querySelector('select')!;
  const stop = restoreFocus();
  select.focus();
  select.blur(); // browsers take the focus from a disabled control
  select.disabled = true;
  await jest.advanceTimersByTimeAsync(2000);
  expect(document.querySelector('h1')).toHaveFocus();
  stop();
  document.body.innerHTML = '';
});

test('a click on the page takes the focus away, and it is not restored', async () => {
  const { user } = renderAt(<List initial={['Ada', 'Ben']} />);
  await user.click(screen.getByRole('button', { name: 'Ada' }));
  await user.click(screen.getByRole('heading'));
  expect(document.body).toHaveFocus();
  await user.hover(screen.getByRole('button', { name: 'Ben' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body).toHaveFocus();
});

test('code that returns the focus a moment later can do so', async () => {
  jest.useFakeTimers();
  document.body.innerHTML = '<h1>Page</h1><button>Opener</button><div><button>Inside</button></div>';
  const [opener, inside] = document.querySelectorAll('button');
  const focused: string[] = [];
  const stop = restoreFocus();
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
});

test('a menu that is hidden only once its animation has ended leaves the focus to its button', async () => {
  // jsdom has no layout
  Element.prototype.checkVisibility = function () {
    return !this.closest('[data-faded]');
  };
  renderAt(
    <div>
      <button type="button">Menu</button>
      <nav>
        <a href="/faq">FAQ</a>
      </nav>
    </div>,
  );
  const link = screen.getByRole('link', { name: 'FAQ' });
  link.focus();
  link.closest('nav')?.setAttribute('data-faded', ''); // no class and no node changes with it
  link.blur();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus());
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
});
