import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Udostępnij kampanię',
  onceActive: 'Klienci mogą otworzyć link, gdy kampania będzie aktywna.',
  qrOf: link => `Kod QR: ${link}`,
  copyLink: 'Kopiuj link',
  share: 'Udostępnij',
  makeSign: 'Utwórz plakat',
  inviteCustomers: 'Zaproś klientów',
  inviteHow: 'Klienci skanują kod lub otwierają link, widzą korzyści członków i dołączają w telefonie.',
  joinOnceActive: 'Klienci mogą dołączyć, gdy program będzie aktywny.',
};
