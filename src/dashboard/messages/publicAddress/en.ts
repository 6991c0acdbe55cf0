/** The address at which customers reach the server. */
export const messages = {
  title: 'Public address',
  reach: {
    computer: 'This address works only on this computer. Customers cannot open your QR codes and links yet.',
    network:
      'This address works only in your own network: enough to try it with your phone, not for customers.',
  },
  byOperator: 'The operator set this address with PUBLIC_URL.',
  canOpen: (url: string) => `Customers can open **${url}**`,
  saved: 'Public address saved',
  hint: 'Used in QR codes, links and emails.',
  save: 'Save address',
  how: 'How do I get a public address?',
  howIntro:
    'Each way gives this computer a name on the internet. If commands are not yours, show this page to the person who looks after your computer; the rest of Perkmint works without it.',
  ways: {
    tunnel: (command: string) =>
      `**Try it from this computer, without a domain.** Run \`${command}\` and enter the address that it prints.`,
    shop: (command: string) =>
      `**Keep the computer in the shop.** Run \`${command}\` and enter the address that it prints; it stays the same.`,
    domain: (command: string, setting: string) =>
      `**Use your own domain on a server.** Point the domain at the server and run \`${command}\`, which also gets the certificate. Set \`${setting}\`.`,
  },
  cantOpen: "Customers can't open this yet.",
  worksOnly: {
    computer: (url: string) => `The address \`${url}\` works only on this computer.`,
    network: (url: string) => `The address \`${url}\` works only on devices in your network.`,
  },
  enterAddress: 'Enter the address at which customers reach this server. [How to get one]',
  askOperator: 'Ask the person who runs this server to set PUBLIC_URL.',
};
export type Messages = typeof messages;
