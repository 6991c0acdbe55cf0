import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'Esporta CSV',
  copySecret: 'Va copiato ora; non verrà più mostrato.',
  secretSaved: "L'ho salvato",
};
