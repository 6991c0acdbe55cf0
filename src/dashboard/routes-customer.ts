import type { PageRoute } from './data/router.ts';

const audience = 'customer';

/** The customer pages, in the order of their menu. */
export const CUSTOMER_ROUTES: PageRoute[] = [
  {
    path: '/',
    title: 'Campaigns',
    audience: 'anyone',
    menu: { icon: 'megaphone' },
    load: () => import('./pages/customer/home.tsx'),
  },
  {
    path: '/campaigns/:id',
    title: 'Campaign',
    audience: 'anyone',
    load: () => import('./pages/customer/campaign.tsx'),
  },
  {
    path: '/my/submissions',
    title: 'What you sent',
    audience,
    menu: { icon: 'inbox' },
    load: () => import('./pages/customer/submissions.tsx'),
  },
  {
    path: '/my/submissions/:id',
    title: 'Your proof',
    audience,
    load: () => import('./pages/customer/submission.tsx'),
  },
  {
    path: '/my/rewards',
    title: 'Your rewards',
    audience,
    menu: { icon: 'ticket' },
    load: () => import('./pages/customer/rewards.tsx'),
  },
];
