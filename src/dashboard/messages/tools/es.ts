import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'Exportar CSV',
  copySecret: 'Hay que copiarlo ahora; no se volverá a mostrar.',
  secretSaved: 'Ya está guardado',
};
