import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { MissedSteps } from './MissedSteps';

const Here = () => <p>{useLocation().pathname}</p>;

/** Goes back before the router listens, because effects of children run before those of the router. */
function GoesBack() {
  useLayoutEffect(() => window.history.replaceState(null, '', '/contact'), []);
  return null;
}

test('a step back while the app hydrates is not lost', async () => {
  window.history.replaceState(null, '', '/faq');
  render(
    <BrowserRouter>
      <Here />
      <GoesBack />
      <MissedSteps />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/contact')).toBeVisible();
});
