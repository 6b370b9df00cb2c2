import { createHash } from 'node:crypto';
import { screen } from '@testing-library/react';
import { paths } from '#lib/paths.ts';
import { aConfig } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { OfferAgreementPage } from './OfferAgreementPage';
import { PrivacyPage } from './PrivacyPage';
import { TermsPage } from './TermsPage';

beforeEach(() => stubServer({ 'GET /api/config': { body: aConfig() } }));

test('the privacy policy names its minimum age and the way to the terms', () => {
  renderAt(<PrivacyPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  expect(screen.getByText(/minimum age for using this site is 13/)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Terms and Conditions' })[0]).toHaveAttribute('href', paths.terms);
});

test('the privacy policy leads to where everybody can download their data and delete their account', () => {
  renderAt(<PrivacyPage />);
  const link = screen.getByRole('link', { name: 'Your Data' });
  expect(link).toHaveAttribute('href', '/account?tab=data');
  expect(link.closest('p')).toHaveTextContent(/you can also download .* delete your account/);
});

test('the terms name their minimum age, the fee, the complaints and that there are no refunds', () => {
  renderAt(<TermsPage />);
  expect(screen.getByText(/minimum age for an order or a store is 18/)).toBeVisible();
  expect(screen.getByText(/service fee of 5% of the subtotal/)).toBeVisible();
  expect(screen.getByText(/within 10 business days/)).toBeVisible();
  expect(screen.getByText(/there are no refunds/)).toBeVisible();
});

test.each([
  ['Privacy Policy', PrivacyPage, '29 Nov 2026', 'e706088f16e3'],
  ['Terms and Conditions', TermsPage, '1 Nov 2026', 'fb1731942e1b'],
])('the page “%s” names the day of its last change: another text needs another day', (_, Page, since, hash) => {
  const { container } = renderAt(<Page />);
  expect(container.querySelector('header time')).toHaveTextContent(since);
  const rules = [...container.querySelectorAll('section')].map((section) => section.textContent.replace(/\s+/g, ' '));
  expect(createHash('sha256').update(rules.join('\n')).digest('hex').slice(0, 12)).toBe(hash);
});

test('the privacy policy says what the browser keeps of an accepted and of a declined cookie notice', () => {
  renderAt(<PrivacyPage />);
  expect(
    screen.getByText(/you accepted the cookie notice, for 365 days. If you decline, .* until you close the tab/),
  ).toBeVisible();
  expect(screen.getByText(/a payment that you have approved and that is not finished/)).toBeVisible();
});

test('every section of a text can be reached from its contents', () => {
  const { container } = renderAt(<TermsPage />);
  const links = [...container.querySelectorAll<HTMLAnchorElement>('nav a')].map((link) => link.hash.slice(1));
  expect(links.length).toBeGreaterThan(8);
  for (const id of links) expect(document.getElementById(id)).not.toBeNull();
});

test('the public offer agreement has eight numbered sections and stays out of search engines', () => {
  const { unmount } = renderAt(<OfferAgreementPage />);
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent.slice(0, 2))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((section) => `${section}.`),
  );
  const robots = () => document.querySelector('meta[name=robots]');
  expect(robots()).toHaveAttribute('content', 'noindex');
  unmount();
  expect(robots()).toBeNull();
});
