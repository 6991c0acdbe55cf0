import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Waarschuwingen',
  notes: count => plural(count, { one: '# opmerking over regels', other: '# opmerkingen over regels' }),
  checkedOn: date => `Regel gecontroleerd op ${date}`,
  chooseInstead: name => `Kies liever “${name}”`,
};
