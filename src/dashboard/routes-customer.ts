import type { PageRoute } from './data/router.ts';

/** The customer pages, in the order of their menu. */
export const CUSTOMER_ROUTES: PageRoute[] = [
  {
    path: '/',
    title: 'Campaigns',
    audience: 'anyone',
    menu: { icon: 'megaphone' },
    load: () => import('./pages/customer/home.tsx'),
  },
];
