import { renderPlainPage } from './render-plain-page';

test('a page without scripts has its own name, the name of the shop and its menu, none of which is markup', () => {
  const text = renderPlainPage({ title: 'Cart & <b> – Bass <i>', description: '' }, 'Bass <i>');
  expect(text).toContain('<h1>Cart &amp; &lt;b&gt;</h1>');
  expect(text).toContain('<a href="/">Bass &lt;i&gt;</a>');
  expect(text).toContain('<a href="/faq">FAQ</a>');
  expect(text).not.toMatch(/<[bi]>(?!<a)/);
});
