import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Adresse publique',
  reach: {
    computer:
      'Cette adresse ne fonctionne que sur cet ordinateur. Les clients ne peuvent pas encore ouvrir vos codes QR et liens.',
    network:
      'Cette adresse ne fonctionne que dans votre réseau : assez pour un essai avec votre téléphone, pas pour les clients.',
  },
  byOperator: 'L’exploitant a défini cette adresse avec PUBLIC_URL.',
  canOpen: url => `Les clients peuvent ouvrir **${url}**`,
  saved: 'Adresse publique enregistrée',
  hint: 'Utilisée dans les codes QR, les liens et les e-mails.',
  save: 'Enregistrer l’adresse',
  how: 'Comment obtenir une adresse publique ?',
  howIntro:
    'Chaque méthode donne à cet ordinateur un nom sur internet. Si les commandes ne vous parlent pas, montrez cette page à la personne qui s’occupe de votre ordinateur ; le reste de Perkmint fonctionne sans cela.',
  ways: {
    tunnel: command =>
      `**Essayez depuis cet ordinateur, sans domaine.** Lancez \`${command}\` et saisissez l’adresse affichée.`,
    shop: command =>
      `**L’ordinateur reste en boutique.** Lancez \`${command}\` et saisissez l’adresse affichée ; elle ne change pas.`,
    domain: (command, setting) =>
      `**Utilisez votre domaine sur un serveur.** Dirigez le domaine vers le serveur et lancez \`${command}\`, qui obtient aussi le certificat. Définissez \`${setting}\`.`,
  },
  cantOpen: 'Les clients ne peuvent pas encore l’ouvrir.',
  worksOnly: {
    computer: url => `L’adresse \`${url}\` ne fonctionne que sur cet ordinateur.`,
    network: url => `L’adresse \`${url}\` ne fonctionne que sur les appareils de votre réseau.`,
  },
  enterAddress: 'Saisissez l’adresse à laquelle les clients joignent ce serveur. [Comment en obtenir une]',
  askOperator: 'Demandez à la personne qui gère ce serveur de définir PUBLIC_URL.',
};
