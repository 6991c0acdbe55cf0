import type { PageRoute } from './data/router.ts';

const audience = 'customer';

/** The customer pages, in menu order. */
export const CUSTOMER_ROUTES: PageRoute[] = [
  {
    path: '/',
    title: 'Offers',
    audience: 'anyone',
    menu: { icon: 'megaphone' },
    load: () => import('./pages/customer/shop/home.tsx'),
  },
  {
    path: '/c/:slug',
    title: 'Offer',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/customer/shop/campaign.tsx'),
  },
  {
    path: '/s/:slug',
    title: 'Shop',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/customer/shop/shop.tsx'),
  },
  {
    path: '/s/:slug/join',
    title: 'Shop',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/customer/shop/shop.tsx'),
  },
  {
    path: '/claim',
    title: 'Claim your card',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/customer/program/claim.tsx'),
  },
  {
    path: '/campaigns/:id',
    title: 'Offer',
    audience: 'anyone',
    isBare: true,
    load: () => import('./pages/customer/shop/campaign.tsx'),
  },
  {
    path: '/my/submissions',
    title: 'Submissions',
    audience,
    menu: { icon: 'inbox' },
    load: () => import('./pages/customer/submission/submissions.tsx'),
  },
  {
    path: '/my/submissions/:id',
    title: 'Submission',
    audience,
    isBare: true,
    load: () => import('./pages/customer/submission/submission.tsx'),
  },
  {
    path: '/my/rewards',
    title: 'Rewards',
    audience,
    menu: { icon: 'ticket' },
    load: () => import('./pages/customer/reward/rewards.tsx'),
  },
  {
    path: '/my/programs',
    title: 'Memberships',
    audience,
    menu: { icon: 'star' },
    load: () => import('./pages/customer/program/programs.tsx'),
  },
  {
    path: '/my/programs/:id',
    title: 'Membership',
    audience,
    load: () => import('./pages/customer/program/program.tsx'),
  },
  {
    path: '/my/perks',
    title: 'Perks',
    audience,
    menu: { icon: 'exchange' },
    load: () => import('./pages/customer/exchange/perks.tsx'),
  },
  {
    path: '/my/account',
    title: 'Account',
    audience,
    menu: { icon: 'user' },
    load: () => import('./pages/customer/account/account.tsx'),
  },
];
