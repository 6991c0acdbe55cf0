import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'CSV dışa aktar',
  copySecret: 'Şimdi kopyalayın; bir daha gösterilmez.',
  secretSaved: 'Kaydettim',
};
