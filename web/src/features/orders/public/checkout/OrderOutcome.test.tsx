import { act, screen } from '@testing-library/react';
import { useReducer } from 'react';
import { anOrder } from '#testing/an-order.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt } from '#testing/render.tsx';
import { ThankYou } from './OrderOutcome';

test('the outcome takes the focus once, and not again from somebody who has gone on to its links', async () => {
  const contract = { product_id: 1, url: '/api/orders/12/contracts/1.pdf', name: 'Undertow' };
  aShop({}, { 'GET /api/orders/12': { body: { success: true, data: anOrder({ contracts: [contract] }) } } });
  let renderAgain = () => {};
  function Checkout() {
    [, renderAgain] = useReducer((times: number) => times + 1, 0);
    return <ThankYou userId={7} orderId={12} downloadLinks={[]} />;
  }
  renderAt(<Checkout />);
  expect(screen.getByRole('heading', { name: 'Thank You for Your Order!' })).toHaveFocus();
  const link = screen.getByRole('link', { name: 'View Downloads' });
  link.focus();
  expect(await screen.findByRole('link', { name: 'Contract Undertow' })).toBeVisible();
  act(() => renderAgain());
  expect(link).toHaveFocus();
});
