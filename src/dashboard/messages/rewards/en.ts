/** The customer's rewards and their codes. */
export const messages = {
  title: 'Rewards',
  intro: 'Open a reward and show its code when you pay.',
  offline: "You're offline. These codes may be out of date.",
  past: 'Past rewards',
  none: 'No rewards to redeem',
  seeOffers: 'See offers',
  showCode: 'Show code',
  reward: (code: string) => `Reward ${code}`,
  /** Before a time such as in 3 days, or a date. */
  validUntil: 'Valid until',
  copyCode: 'Copy code',
  qr: (code: string) => `QR code for ${code}`,
  code: (code: string) => `Code ${code}`,
  redeemed: 'Redeemed',
  expired: 'Expired',
  voided: 'Voided',
  voidedByShop: 'Voided by the business',
  unusable: 'This code can no longer be used.',
  done: 'Done',
  showScreen: (date: string) => `Show this screen when you pay. Valid until ${date}.`,
  googleWallet: 'Add to Google Wallet',
  appleWallet: 'Add to Apple Wallet',
};
export type Messages = typeof messages;
