import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Campagne delen',
  onceActive: 'Klanten kunnen de link openen zodra de campagne actief is.',
  qrOf: link => `QR-code voor ${link}`,
  copyLink: 'Link kopiëren',
  share: 'Delen',
  makeSign: 'Poster maken',
  inviteCustomers: 'Klanten uitnodigen',
  inviteHow:
    'Klanten scannen de code of openen de link, zien wat leden krijgen en worden lid op hun telefoon.',
  joinOnceActive: 'Klanten kunnen lid worden zodra het programma actief is.',
};
