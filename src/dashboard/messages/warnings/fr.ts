import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  warnings: 'Avertissements',
  notes: count => plural(count, { one: '# remarque sur les règles', other: '# remarques sur les règles' }),
  checkedOn: date => `Règle vérifiée le ${date}`,
  chooseInstead: name => `Choisir plutôt « ${name} »`,
};
