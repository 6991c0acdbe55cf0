import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Avisos',
  notes: count =>
    plural(count, { one: '# observação sobre as regras', other: '# observações sobre as regras' }),
  checkedOn: date => `Regra verificada em ${date}`,
  chooseInstead: name => `Escolher “${name}” em vez disso`,
};
