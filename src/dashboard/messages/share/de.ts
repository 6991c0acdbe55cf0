import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Kampagne teilen',
  onceActive: 'Kunden können den Link öffnen, sobald die Kampagne aktiv ist.',
  qrOf: link => `QR-Code für ${link}`,
  copyLink: 'Link kopieren',
  share: 'Teilen',
  makeSign: 'Aushang erstellen',
  inviteCustomers: 'Kunden einladen',
  inviteHow:
    'Kunden scannen den Code oder öffnen den Link, sehen, was Mitglieder bekommen, und treten am Handy bei.',
  joinOnceActive: 'Kunden können beitreten, sobald das Programm aktiv ist.',
};
