import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'E-mail',
  password: 'Mot de passe',
  passwordHint:
    'Au moins 10 caractères. Plusieurs mots au hasard sont faciles à retenir et difficiles à deviner.',
  showCharacters: 'Afficher les caractères',
  hideCharacters: 'Masquer les caractères',
  code: 'Code',
  codeHint: email => `Nous avons envoyé 6 chiffres à ${email}. Ils sont valables 10 minutes.`,
  codeSentAgain: 'Un nouveau code est en route',
  sendNewCode: 'Envoyer un nouveau code',
  otherAddress: 'Utiliser une autre adresse e-mail',
  waiting: seconds =>
    plural(seconds, {
      one: 'Beaucoup de connexions en ce moment. Nouvel essai dans # seconde…',
      other: 'Beaucoup de connexions en ce moment. Nouvel essai dans # secondes…',
    }),
};
