import { HEADS } from '@shop/contracts/heads';
import { waitFor } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { configApi } from '../calls/config-api';
import { aConfig } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { HeadOf } from './HeadOf';
import { PageHead } from './PageHead';

test('after a click, the address for sharing is that of the present page, not of the loaded one', async () => {
  stubServer({ 'GET /api/config': { body: aConfig({ siteName: 'Night Shop' }) } });
  document.head.innerHTML = `<meta name="description" content="old"><meta property="og:url" content="old">
    <meta property="og:title" content="old"><link rel="canonical" href="old">`;
  const { user, getByRole } = renderAt(
    <Routes>
      <Route path="/" element={<Link to="/faq?x=1">on</Link>} />
      <Route path="/faq" element={<HeadOf page="faq" />} />
    </Routes>,
  );
  window.history.replaceState(null, '', '/faq?x=1'); // the router of the test does not change the window's address
  await user.click(getByRole('link'));
  await waitFor(() => expect(document.title).toBe('FAQ – Night Shop'));
  const valueOf = (tag: string, attribute = 'content') => document.querySelector(tag)!.getAttribute(attribute);
  expect(valueOf('meta[name="description"]')).toBe(HEADS.faq.description);
  expect(valueOf('meta[property="og:title"]')).toBe('FAQ – Night Shop');
  expect(valueOf('meta[property="og:url"]')).toBe(`${window.location.origin}/faq`);
  expect(valueOf('link', 'href')).toBe(`${window.location.origin}/faq`);
});

test('a page outside of the registry has its own texts', () => {
  stubServer({});
  renderAt(<PageHead title="Page not found" description="There is no page at this address." />);
  expect(document.title).toBe('Page not found – Ghostline');
});

test('the head that the gateway sent for this address stays as it is', async () => {
  stubServer({ 'GET /api/config': { body: aConfig({ siteName: 'Night Shop' }) } });
  const { origin, pathname } = window.location;
  document.head.innerHTML = `<title>As it came</title><meta property="og:url" content="${origin}${pathname}">`;
  const { store } = renderAt(<HeadOf page="faq" />);
  await waitFor(() => expect(configApi.endpoints.config.select()(store.getState()).data).toBeDefined());
  await import('@shop/contracts/heads');
  expect(document.title).toBe('As it came');
});

test('a head of the gateway that claims no address, because it could not ask about the page, gives way to the page’s own', async () => {
  stubServer({ 'GET /api/config': { body: aConfig({ siteName: 'Night Shop' }) } });
  document.head.innerHTML = '<title>As it came</title>';
  renderAt(<HeadOf page="faq" />);
  await waitFor(() => expect(document.title).toBe('FAQ – Night Shop'));
});
