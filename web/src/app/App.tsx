import { StrictMode, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { AppStore, RootState } from '#lib/hooks.ts';
import type { RenderedPage } from './rendered-page';
import { ErrorBoundary } from './mounts/ErrorBoundary';
import { MissedSteps } from './effects/MissedSteps';
import { AppRoutes } from './AppRoutes';

type Parts = {
  store: AppStore;
  /** The state that the server rendered the page with, while the browser hydrates it. */
  serverState?: RootState;
  rendered?: RenderedPage;
  /** Puts the app into a router. */
  within: (app: ReactNode) => ReactNode;
};

export const App = ({ store, serverState, rendered, within }: Parts) => (
  <StrictMode>
    <Provider store={store} {...(serverState && { serverState })}>
      {within(
        <>
          <ErrorBoundary place="">
            <AppRoutes missing={rendered?.page === 'notFound'} />
          </ErrorBoundary>
          <MissedSteps />
        </>,
      )}
    </Provider>
  </StrictMode>
);
