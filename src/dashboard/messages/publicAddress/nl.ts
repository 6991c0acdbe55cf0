import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Openbaar adres',
  reach: {
    computer: 'Dit adres werkt alleen op deze computer. Klanten kunnen je QR-codes en links nog niet openen.',
    network:
      'Dit adres werkt alleen in je eigen netwerk: genoeg om met je telefoon te proberen, niet voor klanten.',
  },
  byOperator: 'De beheerder heeft dit adres ingesteld met PUBLIC_URL.',
  canOpen: url => `Klanten kunnen **${url}** openen`,
  saved: 'Openbaar adres opgeslagen',
  hint: 'Wordt gebruikt in QR-codes, links en e-mails.',
  save: 'Adres opslaan',
  how: 'Hoe krijg ik een openbaar adres?',
  howIntro:
    'Elke manier geeft deze computer een naam op internet. Werk je niet met opdrachten, laat deze pagina dan zien aan wie je computer beheert; de rest van Perkmint werkt zonder.',
  ways: {
    tunnel: command =>
      `**Probeer het vanaf deze computer, zonder domein.** Voer \`${command}\` uit en vul het getoonde adres in.`,
    shop: command =>
      `**De computer blijft in de winkel.** Voer \`${command}\` uit en vul het getoonde adres in; het blijft hetzelfde.`,
    domain: (command, setting) =>
      `**Gebruik je eigen domein op een server.** Laat het domein naar de server wijzen en voer \`${command}\` uit, dat ook het certificaat ophaalt. Stel \`${setting}\` in.`,
  },
  cantOpen: 'Klanten kunnen dit nog niet openen.',
  worksOnly: {
    computer: url => `Het adres \`${url}\` werkt alleen op deze computer.`,
    network: url => `Het adres \`${url}\` werkt alleen op apparaten in je netwerk.`,
  },
  enterAddress: 'Vul het adres in waarop klanten deze server bereiken. [Zo krijg je er een]',
  askOperator: 'Vraag wie deze server beheert om PUBLIC_URL in te stellen.',
};
