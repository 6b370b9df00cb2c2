import { screen } from '@testing-library/react';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { Footer } from './Footer';

test('only the upload guide opens in a new tab, of all links within the shop', () => {
  stubServer({});
  signedInAs(null);
  renderAt(<Footer />);
  const within = screen.getAllByRole<HTMLAnchorElement>('link').filter(({ origin }) => origin === location.origin);
  expect(within).toHaveLength(9);
  expect(within.filter(({ target }) => target === '_blank')).toEqual([screen.getByRole('link', { name: 'Track upload guide' })]);
});
