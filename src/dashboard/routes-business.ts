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
  {
    path: '/dashboard/programs',
    title: 'Programs',
    audience,
    menu: { icon: 'people' },
    load: () => import('./pages/business/programs.tsx'),
  },
  {
    path: '/dashboard/programs/:id',
    title: 'Program',
    audience,
    load: () => import('./pages/business/program.tsx'),
  },
  {
    path: '/dashboard/exchange',
    title: 'Exchange',
    audience,
    menu: { icon: 'exchange' },
    load: () => import('./pages/business/exchange.tsx'),
  },
  {
    path: '/dashboard/planner',
    title: 'Planner',
    audience,
    menu: { icon: 'compass' },
    load: () => import('./pages/business/planner.tsx'),
  },
  {
    path: '/dashboard/influencers',
    title: 'Influencers',
    audience,
    menu: { icon: 'star' },
    load: () => import('./pages/business/influencers.tsx'),
  },
  {
    path: '/dashboard/keys',
    title: 'API keys',
    audience,
    menu: { icon: 'key', group: 'Connections' },
    load: () => import('./pages/business/keys.tsx'),
  },
  {
    path: '/dashboard/webhooks',
    title: 'Webhooks',
    audience,
    menu: { icon: 'link', group: 'Connections' },
    load: () => import('./pages/business/webhooks.tsx'),
  },
  {
    path: '/dashboard/webhooks/:id',
    title: 'Webhook',
    audience,
    load: () => import('./pages/business/webhook.tsx'),
  },
  {
    path: '/dashboard/agents',
    title: 'Agents',
    audience,
    menu: { icon: 'robot', group: 'Connections' },
    load: () => import('./pages/business/agents.tsx'),
  },
  {
    path: '/dashboard/billing',
    title: 'Billing',
    audience,
    menu: { icon: 'card', group: 'Business' },
    load: () => import('./pages/business/billing.tsx'),
  },
  {
    path: '/dashboard/settings',
    title: 'Team and settings',
    audience,
    menu: { icon: 'gear', group: 'Business' },
    load: () => import('./pages/business/settings.tsx'),
  },
];
