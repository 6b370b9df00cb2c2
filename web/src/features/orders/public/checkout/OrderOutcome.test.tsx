import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ThankYou } from './OrderOutcome';

test('the outcome takes the focus once, and not again from somebody who has gone on to its links', () => {
  const outcome = () => (
    <MemoryRouter>
      <ThankYou userId={7} orderId={12} downloadLinks={[]} />
    </MemoryRouter>
  );
  const { rerender } = render(outcome());
  expect(screen.getByRole('heading', { name: 'Thank You for Your Order!' })).toHaveFocus();
  const link = screen.getByRole('link', { name: 'View Downloads' });
  link.focus();
  rerender(outcome());
  expect(link).toHaveFocus();
});
