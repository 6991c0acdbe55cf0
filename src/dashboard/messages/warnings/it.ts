import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Avvisi',
  notes: count => plural(count, { one: '# nota sulle regole', other: '# note sulle regole' }),
  checkedOn: date => `Regola controllata il ${date}`,
  chooseInstead: name => `Scegli invece “${name}”`,
};
