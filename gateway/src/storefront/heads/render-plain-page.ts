import { MENU, PAGES } from '@shop/contracts/pages';
import type { Head } from './head';
import { escapeHtml } from './render-head';

const link = (to: string, name: string) => `<a href="${to}">${escapeHtml(name)}</a>`;

/**
 * What a page that the browser renders shows without scripts: the shop's name, links to the pages that need none, and the page's own
 * name. The built page says below it that the page needs JavaScript.
 */
export const renderPlainPage = ({ title }: Head, siteName: string): string =>
  [
    `<header class="wrap"><p><b>${link(PAGES.home, siteName)}</b></p>`,
    `<nav aria-label="Main">${MENU.map(({ to, name }) => link(to, name)).join(' · ')}</nav></header>`,
    `<main class="wrap"><h1>${escapeHtml(title.replace(` – ${siteName}`, ''))}</h1></main>`,
  ].join('');
