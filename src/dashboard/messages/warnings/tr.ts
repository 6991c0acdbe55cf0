import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Uyarılar',
  notes: count => plural(count, { one: '# kural notu', other: '# kural notu' }),
  checkedOn: date => `Kural ${date} tarihinde kontrol edildi`,
  chooseInstead: name => `Bunun yerine “${name}” seç`,
};
