import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Ostrzeżenia',
  notes: count =>
    plural(count, {
      one: '# uwaga o zasadach',
      few: '# uwagi o zasadach',
      many: '# uwag o zasadach',
      other: '# uwagi o zasadach',
    }),
  checkedOn: date => `Zasada sprawdzona ${date}`,
  chooseInstead: name => `Wybierz zamiast tego „${name}”`,
};
