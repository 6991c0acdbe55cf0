import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'Exporter en CSV',
  copySecret: 'À copier maintenant ; il ne sera plus affiché.',
  secretSaved: "C'est enregistré",
};
