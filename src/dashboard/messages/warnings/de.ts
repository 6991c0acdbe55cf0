import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Warnungen',
  notes: count => plural(count, { one: '# Hinweis zu Regeln', other: '# Hinweise zu Regeln' }),
  checkedOn: date => `Regel geprüft am ${date}`,
  chooseInstead: name => `Stattdessen „${name}“ wählen`,
};
