import type { Messages } from './en.ts';

export const messages: Messages = {
  exportCsv: 'تصدير CSV',
  copySecret: 'يُرجى نسخه الآن، فلن يظهر مرة أخرى.',
  secretSaved: 'تم حفظه',
};
