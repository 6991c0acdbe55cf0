import type { PageRoute } from './data/router.ts';

const audience = 'business';

/** The dashboard, in the order of its menu; rows without `menu` are reached from the one before. */
export const BUSINESS_ROUTES: PageRoute[] = [
  {
    path: '/dashboard',
    title: 'Overview',
    audience,
    menu: { icon: 'home' },
    load: () => import('./pages/business/overview.tsx'),
  },
  {
    path: '/dashboard/welcome',
    title: 'First steps',
    audience: 'owner',
    load: () => import('./pages/business/welcome.tsx'),
  },
  {
    path: '/dashboard/reviews',
    title: 'Reviews',
    audience,
    menu: { icon: 'inbox' },
    load: () => import('./pages/business/reviews.tsx'),
  },
  {
    path: '/dashboard/till',
    title: 'Till',
    audience,
    menu: { icon: 'ticket' },
    load: () => import('./pages/business/till.tsx'),
  },
  {
    path: '/dashboard/campaigns',
    title: 'Campaigns',
    audience,
    menu: { icon: 'megaphone' },
    load: () => import('./pages/business/campaigns.tsx'),
  },
  {
    path: '/dashboard/campaigns/new',
    title: 'New campaign',
    audience,
    load: () => import('./pages/business/new-campaign.tsx'),
  },
  {
    path: '/dashboard/campaigns/:id',
    title: 'Campaign',
    audience,
    load: () => import('./pages/business/campaign.tsx'),
  },
  {
    path: '/dashboard/campaigns/:id/edit',
    title: 'Edit campaign',
    audience,
    load: () => import('./pages/business/edit-campaign.tsx'),
  },
];
