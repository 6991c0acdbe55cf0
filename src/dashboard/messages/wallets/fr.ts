import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Portefeuilles de téléphone',
  ownersOnly: 'Propriétaires seulement',
  intro:
    'Les clients peuvent ajouter cartes de membre et codes au portefeuille de leur téléphone. Le bouton apparaît sur leurs pages dès qu’un portefeuille est configuré.',
  issuer: (id, email) => `Émetteur ${id}, signé par ${email}`,
  changeAccount: 'Changer de compte',
  changeTheAccount: 'Changer le compte',
  setUpGoogle: 'Configurer Google Wallet',
  googleDone: 'Google Wallet est configuré',
  issuerId: 'ID de l’émetteur',
  issuerIdHint: 'Dans la Google Pay & Wallet Console.',
  keyFile: 'Fichier de clé du compte de service',
  keyFileHint: 'Collez tout le fichier JSON. Il est chiffré et n’est plus jamais affiché.',
  saveGoogle: 'Enregistrer Google Wallet',
  appleAccount: (passType, team, date) => `${passType} de l’équipe ${team}, valable jusqu’au ${date}`,
  changeCertificate: 'Changer de certificat',
  changeTheCertificate: 'Changer le certificat',
  setUpApple: 'Configurer Apple Wallet',
  appleDone: 'Apple Wallet est configuré',
  certificate: 'Certificat du type de pass',
  certificateHint: 'En PEM, depuis votre compte développeur Apple.',
  privateKey: 'Clé privée',
  privateKeyHint: 'En PEM, sans phrase secrète. Elle est chiffrée et n’est plus jamais affichée.',
  wwdr: 'Certificat intermédiaire d’Apple (WWDR)',
  wwdrHint: 'En PEM, celui qui a émis votre certificat.',
  saveApple: 'Enregistrer Apple Wallet',
  removed: name => `${name} est supprimé`,
  remove: 'Supprimer',
  removeTitle: name => `Supprimer ${name} ?`,
  removeHow:
    'Les clients ne peuvent plus ajouter de cartes. Celles de leurs téléphones restent, sans mise à jour.',
  guide: 'En savoir plus dans le guide',
  googleIntro: 'C’est gratuit et prend environ 20 minutes. Il faut un compte Google.',
  google: {
    console:
      'Ouvrez la [Google Pay & Wallet Console], inscrivez-vous comme émetteur et copiez l’**ID de l’émetteur** dans Google Wallet API.',
    key: 'Dans la [Google Cloud Console], créez un projet, activez la Google Wallet API, créez un compte de service et téléchargez une **clé en JSON**.',
    user: 'De retour dans la première console, ajoutez l’adresse du compte de service sous Users, comme développeur.',
    paste: 'Saisissez l’ID de l’émetteur et collez le fichier ci-dessous.',
  },
  appleIntro: 'Il faut un compte développeur Apple payant, et une personne habituée aux certificats.',
  apple: {
    identifier: 'Dans votre [compte développeur], créez un identifiant de type **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Créez son certificat et exportez-le avec sa clé sous \`${file}\`. Convertissez les deux en PEM : \`${exportCertificate}\` et \`${exportKey}\`.`,
    wwdr: command =>
      `Téléchargez le [certificat WWDR] qui a émis le vôtre et convertissez-le avec \`${command}\`.`,
    paste: 'Collez les trois ci-dessous.',
  },
};
