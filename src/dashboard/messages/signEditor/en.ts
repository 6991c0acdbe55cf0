/** The sign of a campaign: sizes, printing and download. */
export const messages = {
  title: 'Sign',
  intro: 'Print it, or download it for a print shop.',
  campaign: 'Campaign',
  launchFirst: 'Launch the campaign first',
  launchFirstHow: 'A draft has no page that customers can open.',
  /** The instruction on the printed sign. */
  scan: 'Scan with your phone camera',
  signFor: (offer: string, shop: string) => `Sign: ${offer} at ${shop}`,
  notReachable: "Customers can't open the address on this sign yet.",
  setAddress: 'Set public address',
  size: 'Size',
  formats: {
    a5: 'A5 · Counter or wall',
    a6: 'A6 · Postcard, beside the register',
    a4: 'A4 · Wall or door',
    tent: 'Table tent · A4, folded in the middle',
    sticker: 'Window sticker · Square, 15 cm',
  },
  print: 'Print sign',
  printAnyway: 'Print anyway',
};
export type Messages = typeof messages;
