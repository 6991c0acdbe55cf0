import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'Eksportuj CSV',
  copySecret: 'Trzeba skopiować teraz; nie będzie pokazany ponownie.',
  secretSaved: 'Zapisano',
};
