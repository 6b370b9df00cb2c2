import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { ErrorPage } from '../pages/storefront/ErrorPage';
import { paths } from '../lib/paths';
import { Layout } from './Layout';

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { path: paths.home, lazy: { Component: async () => (await import('../pages/storefront/HomePage')).HomePage } },
          { path: paths.login, lazy: { Component: async () => (await import('../pages/storefront/LoginPage')).LoginPage } },
          {
            path: paths.forgotPassword,
            lazy: { Component: async () => (await import('../pages/account/ForgotPasswordPage')).ForgotPasswordPage },
          },
          {
            path: '/reset-password/:token',
            lazy: { Component: async () => (await import('../pages/account/ResetPasswordPage')).ResetPasswordPage },
          },
          { path: '*', lazy: { Component: async () => (await import('../pages/storefront/NotFoundPage')).NotFoundPage } },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
