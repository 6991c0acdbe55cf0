import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Clés d’accès',
  passkeysHow:
    'Connectez-vous avec votre empreinte, votre visage ou le verrouillage de l’écran, sans mot de passe ni code.',
  addPasskey: 'Ajouter une clé d’accès',
  passkeyAdded: 'Clé d’accès ajoutée',
  passkeyRemoved: 'Clé d’accès supprimée',
  rename: 'Renommer',
  remove: 'Supprimer',
  name: 'Nom',
  added: 'ajoutée',
  lastUsed: 'Dernier usage',
  needsAddress:
    'Les clés d’accès nécessitent une adresse avec un nom et https, comme https://perks.example. Ce serveur n’en a pas encore.',
  needsHost: host => `Ouvrez cette page à l’adresse ${host} pour utiliser des clés d’accès.`,
  notSupported: 'Ce navigateur ne prend pas en charge les clés d’accès.',
  passkeyFailed: 'La clé d’accès n’a pas été utilisée. Réessayez ou choisissez un autre moyen.',
  logInWithPasskey: 'Se connecter avec une clé d’accès',
};
