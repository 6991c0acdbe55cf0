import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'CSV exportieren',
  copySecret: 'Bitte jetzt kopieren; später wird er nicht mehr angezeigt.',
  secretSaved: 'Ist gespeichert',
};
