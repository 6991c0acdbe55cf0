import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Condividi campagna',
  onceActive: 'I clienti possono aprire il link quando la campagna è attiva.',
  qrOf: link => `Codice QR per ${link}`,
  copyLink: 'Copia link',
  share: 'Condividi',
  makeSign: 'Crea locandina',
  inviteCustomers: 'Invita clienti',
  inviteHow:
    'I clienti scansionano il codice o aprono il link, vedono cosa ottengono i membri e si iscrivono dal telefono.',
  joinOnceActive: 'I clienti possono iscriversi quando il programma è attivo.',
};
