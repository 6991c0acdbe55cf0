import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'CSV exporteren',
  copySecret: 'Kopieer het nu; het wordt niet opnieuw getoond.',
  secretSaved: 'Het is bewaard',
};
