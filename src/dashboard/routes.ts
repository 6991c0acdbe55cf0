import type { PageRoute } from './data/router.ts';
import { BUSINESS_ROUTES } from './routes-business.ts';
import { CUSTOMER_ROUTES } from './routes-customer.ts';

/** Set by pages/bundle.ts: whether the bundle has the style guide. */
declare const PERKMINT_STYLEGUIDE: boolean | undefined;

/** All pages; the first route that matches the URL is used. */
export const ROUTES: PageRoute[] = [
  {
    path: '/login',
    title: 'Log in',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/login.tsx'),
  },
  {
    path: '/register',
    title: 'Sign up',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/register.tsx'),
  },
  {
    path: '/forgot',
    title: 'Reset your password',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/forgot.tsx'),
  },
  {
    path: '/reset',
    title: 'Set your password',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/reset.tsx'),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your email address',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/confirm-email.tsx'),
  },
  {
    path: '/oauth/authorize',
    title: 'Connect an app',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/business/integration/authorize.tsx'),
  },
  ...CUSTOMER_ROUTES,
  ...BUSINESS_ROUTES,
  ...(typeof PERKMINT_STYLEGUIDE !== 'undefined' && PERKMINT_STYLEGUIDE
    ? [
        {
          path: '/dashboard/styleguide',
          title: 'Style guide',
          audience: 'business' as const,
          load: () => import('./pages/styleguide.tsx'),
        },
      ]
    : []),
];
