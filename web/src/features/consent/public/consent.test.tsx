import { screen, waitFor } from '@testing-library/react';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { CookieConsent } from './CookieConsent';
import { measureVisit } from './measure-visit';

jest.mock('./measure-visit', () => ({ measureVisit: jest.fn() }));

const open = () => {
  stubServer({});
  return renderAt(<CookieConsent />);
};
beforeEach(() => {
  jest.mocked(measureVisit).mockClear();
  document.cookie = 'cookieConsent=; Path=/; Max-Age=0';
  sessionStorage.clear();
});

test('accepting is kept in a cookie for 365 days, and is not asked for again', async () => {
  const cookieWrites = jest.spyOn(document, 'cookie', 'set');
  const { user, unmount } = open();
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(cookieWrites).toHaveBeenLastCalledWith(
    expect.stringMatching(/^cookieConsent=true; Path=\/; Max-Age=31536000; SameSite=Lax/),
  );
  expect(screen.queryByRole('region', { name: 'Cookie consent' })).toBeNull();
  unmount();
  open();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('declining sets no cookie, and holds for the session', async () => {
  const { user, unmount } = open();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(document.cookie).not.toContain('cookieConsent');
  unmount();
  open();
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  sessionStorage.clear();
});

test('it takes no focus, and is reached by keyboard', async () => {
  const { user } = open();
  expect(document.body).toHaveFocus();
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Decline' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'Cookie consent' })).toBeNull();
});

test('a visit is measured from the moment of consent, and never without', async () => {
  const { user, unmount } = open();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  unmount();
  open().unmount();
  sessionStorage.clear();
  expect(measureVisit).not.toHaveBeenCalled();
  const again = open();
  await again.user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(measureVisit).toHaveBeenCalledTimes(1));
  again.unmount();
  open();
  await waitFor(() => expect(measureVisit).toHaveBeenCalledTimes(2));
});
