/** Dialogs about a member. */
export const messages = {
  orderRecorded: (amount: string) => `Order recorded: ${amount} cashback`,
  recordOrderFor: (member: string) => `Record order for ${member}`,
  cashbackTerms: (terms: string) => `Cashback: ${terms}.`,
  orderValue: 'Order value',
  receipt: 'Receipt number',
  receiptHint: 'Prevents recording the same order twice.',
  cancel: 'Cancel',
  erased: 'Personal data erased',
  eraseTitle: (member: string) => `Erase the personal data of ${member}?`,
  eraseHow:
    "Name, contact details, notes, proof and the reference are erased in all of your programs, and the membership ends. Visits, amounts and statistics stay, without the person. This can't be undone.",
  cashbackRedeemed: (amount: string) => `Cashback redeemed: take ${amount} off the bill`,
  cashbackRedeemedLeft: (amount: string, left: string) =>
    `Cashback redeemed: take ${amount} off the bill; ${left} left`,
  redeemCashbackFor: (member: string) => `Redeem cashback for ${member}`,
  /** Follows an amount. */
  available: 'available.',
  amount: 'Amount',
  enrolled: 'Member enrolled',
  memberId: 'Member ID',
  memberIdHint: "Your own identifier, such as a card number, or a customer's user ID.",
  saved: 'Member saved',
  edit: (member: string) => `Edit ${member}`,
  save: 'Save member',
  phone: 'Phone',
  phoneHint:
    'Finds the member at the counter. Include the country code, unless your settings name your country.',
  phoneUnconfirmed: (phone: string) =>
    `The member entered ${phone}. Confirm it if this is the person's number.`,
  confirmPhone: 'Confirm number',
  phoneTaken: 'Another member has this number. Remove it there first.',
  email: 'Email',
  cardReplaced: 'Card replaced. The earlier QR code no longer works.',
  replaceTitle: (member: string) => `Replace the card of ${member}?`,
  replace: 'Replace card',
  replaceHow:
    'The QR code that the member has now stops working at once. Stamps, points and cashback are kept. Members with the page on their phone see the new card there; print it for all others. Passes in wallets must be added again.',
  cardOf: (member: string) => `Card of ${member}`,
  done: 'Done',
  rotatingCard: "This card changes every minute. The member finds it on the program's page on their phone.",
  memberCardOf: (member: string) => `Member card of ${member}`,
  scanHow: 'Scan it at the counter to find the member.',
  enroll: 'Enroll member',
  name: 'Name',
  recordOrder: 'Record order',
  redeemCashback: 'Redeem cashback',
  erase: 'Erase personal data',
};
export type Messages = typeof messages;
