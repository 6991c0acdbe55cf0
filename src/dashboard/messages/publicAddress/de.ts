import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Öffentliche Adresse',
  reach: {
    computer:
      'Diese Adresse funktioniert nur auf diesem Computer. Kunden können QR-Codes und Links noch nicht öffnen.',
    network:
      'Diese Adresse funktioniert nur im eigenen Netzwerk: genug für einen Test mit dem Handy, nicht für Kunden.',
  },
  byOperator: 'Der Betreiber hat diese Adresse mit PUBLIC_URL festgelegt.',
  canOpen: url => `Kunden können **${url}** öffnen`,
  saved: 'Öffentliche Adresse gespeichert',
  hint: 'Für QR-Codes, Links und E-Mails.',
  save: 'Adresse speichern',
  how: 'Wie bekomme ich eine öffentliche Adresse?',
  howIntro:
    'Jeder Weg gibt diesem Computer einen Namen im Internet. Wenn Ihnen Befehle nicht liegen, zeigen Sie diese Seite der Person, die Ihren Computer betreut; alles andere in Perkmint funktioniert ohne.',
  ways: {
    tunnel: command =>
      `**Von diesem Computer aus, ohne Domain.** Führen Sie \`${command}\` aus und geben Sie die angezeigte Adresse ein.`,
    shop: command =>
      `**Der Computer bleibt im Laden.** Führen Sie \`${command}\` aus und geben Sie die angezeigte Adresse ein; sie bleibt gleich.`,
    domain: (command, setting) =>
      `**Eigene Domain auf einem Server.** Richten Sie die Domain auf den Server und führen Sie \`${command}\` aus, das auch das Zertifikat holt. Setzen Sie \`${setting}\`.`,
  },
  cantOpen: 'Kunden können das noch nicht öffnen.',
  worksOnly: {
    computer: url => `Die Adresse \`${url}\` funktioniert nur auf diesem Computer.`,
    network: url => `Die Adresse \`${url}\` funktioniert nur auf Geräten in Ihrem Netzwerk.`,
  },
  enterAddress: 'Geben Sie die Adresse ein, unter der Kunden diesen Server erreichen. [So bekommen Sie eine]',
  askOperator: 'Bitten Sie die Person, die diesen Server betreibt, PUBLIC_URL festzulegen.',
};
