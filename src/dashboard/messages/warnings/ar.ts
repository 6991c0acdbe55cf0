import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'تحذيرات',
  notes: count =>
    plural(count, {
      zero: '# ملاحظة عن القواعد',
      one: 'ملاحظة واحدة عن القواعد',
      two: 'ملاحظتان عن القواعد',
      few: '# ملاحظات عن القواعد',
      many: '# ملاحظة عن القواعد',
      other: '# ملاحظة عن القواعد',
    }),
  checkedOn: date => `تم التحقق من القاعدة في ${date}`,
  chooseInstead: name => `اختيار «${name}» بدلًا من ذلك`,
};
