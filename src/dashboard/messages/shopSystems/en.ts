/** The shop systems that send orders, and their orders. */
export const messages = {
  title: 'Shop systems',
  ownersOnly: 'Only owners can change these',
  intro:
    'Orders from your online shop or till earn cashback, points and stamps; refunds take back their part.',
  showOrdersOf: (name: string) => `Show orders from ${name}`,
  showOrders: 'Show orders',
  changeOf: (name: string) => `Change ${name}`,
  change: 'Change',
  finishOf: (name: string) => `Finish or change ${name}`,
  setUpOf: (name: string) => `Set up ${name}`,
  program: 'Program',
  secret: 'Secret',
  secretSet: 'Set',
  secretMissing: 'Missing: webhooks are refused',
  lastReceived: 'Last received',
  nothingYet: 'Nothing yet',
  saved: (name: string) => `${name} saved`,
  enterUrl: 'Now enter the URL in the shop system',
  programFirst: 'Create a program first, which will count the orders.',
  countingProgram: 'Program that counts the orders',
  secretHint: 'Stored encrypted and never shown again.',
  saveOf: (name: string) => `Save ${name}`,
  getUrl: 'Get the URL',
  removed: (name: string) => `${name} removed`,
  removeOf: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHow:
    'Its URL stops working, and the buyers of parked orders are forgotten. What members have earned stays.',
  statuses: {
    waiting: 'Waiting',
    parked: 'Parked',
    credited: 'Credited',
    refused: 'Refused',
    canceled: 'Canceled',
  },
  all: 'All',
  ordersFrom: (name: string) => `Orders from ${name}`,
  status: 'Status',
  noMatch: 'No matching orders',
  none: 'No orders yet',
  order: 'Order',
  member: 'Member',
  amount: 'Amount',
  refunded: 'Refunded',
  date: 'Date',
  actions: 'Actions',
  retryOf: (order: string) => `Retry order ${order}`,
  retry: 'Retry',
  counted: 'Order counted',
  memberId: 'Member ID',
  memberIdHint: 'Leave it empty to look the buyer up again.',
  retryOrder: 'Retry order',
  guide: 'Read more in the guide',
  steps: {
    shopify: {
      where:
        'In Shopify, open **Settings, Notifications, Webhooks** and create two webhooks in the format JSON with this URL.',
      events: 'Choose the event **Order payment** for one and **Refund create** for the other.',
      secret: 'Copy the text after “Your webhooks will be signed with” into the field below.',
    },
    woocommerce: {
      where:
        'In WordPress, open **WooCommerce, Settings, Advanced, Webhooks** and add two active webhooks with this delivery URL.',
      events: 'Choose the topic **Order created** for one and **Order updated** for the other.',
      secret: 'Make up a long secret and enter the same there, in both webhooks, and below.',
    },
    square: {
      where:
        'In the Square Developer Console, open your application, then **Webhooks, Subscriptions**, and add a subscription with this URL.',
      events: 'Choose the events **payment.updated** and **refund.updated**.',
      secret: 'Open the subscription, show its signature key and copy it into the field below.',
    },
    stripe: {
      where: 'In the Stripe Dashboard, open **Developers, Webhooks** and add a destination with this URL.',
      events:
        'Choose the events **checkout.session.completed**, **charge.succeeded** and **charge.refunded**.',
      secret: 'Reveal the signing secret, which begins with whsec_, and copy it into the field below.',
    },
  },
};
export type Messages = typeof messages;
