import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'Exportar CSV',
  copySecret: 'Copie agora; não será mostrado de novo.',
  secretSaved: 'Já salvei',
};
