import type { PageRoute } from './data/router.ts';
import { BUSINESS_ROUTES } from './routes-business.ts';
import { CUSTOMER_ROUTES } from './routes-customer.ts';

/** Every page. The first row that fits an address draws it. */
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
    title: 'Register',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/register.tsx'),
  },
  {
    path: '/forgot',
    title: 'Choose a new password',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/forgot.tsx'),
  },
  ...CUSTOMER_ROUTES,
  ...BUSINESS_ROUTES,
];
