import { paths } from '#lib/paths.ts';

export const MENU = [
  { to: paths.home, name: 'Home' },
  { to: paths.shop, name: 'Shop' },
  { to: paths.service, name: 'Service' },
  { to: paths.contact, name: 'Contact' },
  { to: paths.faq, name: 'FAQ' },
];
