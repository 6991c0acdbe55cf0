import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Validation en deux étapes',
  off: 'Demander à chaque connexion un code d’une application d’authentification sur votre téléphone.',
  required:
    "Les propriétaires et administrateurs de cette installation ont besoin d'un second facteur. Configurez-le pour continuer.",
  setUp: 'Configurer une application',
  scan: 'Scannez ce code QR avec une application d’authentification, ou saisissez la clé. Entrez ensuite les 6 chiffres affichés.',
  qr: 'Code QR pour l’application d’authentification',
  turnOn: 'Activer',
  on: 'La connexion demande un code de votre application d’authentification.',
  codesLeft: count =>
    plural(count, { one: '# code de récupération restant', other: '# codes de récupération restants' }),
  newCodes: 'Nouveaux codes de récupération',
  turnOff: 'Désactiver',
  codesTitle: 'Vos codes de récupération',
  codesHint:
    'Chaque code sert une fois si vous perdez votre téléphone. Conservez-les en lieu sûr ; ils ne seront plus affichés.',
  saved: 'Je les ai conservés',
  code: 'Code',
  codeHint: '6 chiffres de votre application d’authentification, ou un code de récupération',
  wrongCode: 'Ce code est incorrect ou a déjà servi. Attendez le suivant.',
  needed: 'Cette connexion nécessite un code de votre application d’authentification.',
  verify: 'Valider',
  turnedOff: 'Validation en deux étapes désactivée',
  confirmTitle: 'Confirmez votre identité',
  confirmHow:
    "Cette modification touche à l'accès à votre compte ou à votre entreprise : nous vérifions donc qui vous êtes.",
  confirmByLogin: 'Déconnectez-vous puis reconnectez-vous pour faire cette modification.',
  confirmExpired: 'Cela a pris trop de temps. Annulez et réessayez.',
  usePasskey: "Utiliser une clé d'accès",
  useCode: 'Utiliser un code',
  wrongPassword: 'Ce mot de passe est incorrect.',
};
