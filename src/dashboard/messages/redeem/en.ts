/** A reward before it is redeemed at the counter. */
export const messages = {
  off: (amount: string) => `${amount} off`,
  customer: 'Customer',
  validUntil: (time: string) => `Valid until ${time}`,
  closed: "This reward can't be redeemed.",
  redeemed: (time: string) => `It was already redeemed ${time}.`,
  expired: (time: string) => `It expired ${time}.`,
  voided: 'It was voided.',
  discount: (amount: string) => `Discount ${amount}`,
  toPay: 'To pay',
};
export type Messages = typeof messages;
