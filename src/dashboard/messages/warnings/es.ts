import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Advertencias',
  notes: count => plural(count, { one: '# nota sobre las reglas', other: '# notas sobre las reglas' }),
  checkedOn: date => `Regla comprobada el ${date}`,
  chooseInstead: name => `Elegir «${name}» en su lugar`,
};
