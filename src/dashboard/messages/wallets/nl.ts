import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Wallets van telefoons',
  ownersOnly: 'Alleen eigenaren',
  intro:
    'Klanten kunnen ledenkaarten en codes aan de wallet van hun telefoon toevoegen. De knop verschijnt op hun pagina’s zodra een wallet is ingesteld.',
  issuer: (id, email) => `Uitgever ${id}, ondertekend door ${email}`,
  changeAccount: 'Account wijzigen',
  changeTheAccount: 'Het account wijzigen',
  setUpGoogle: 'Google Wallet instellen',
  googleDone: 'Google Wallet is ingesteld',
  issuerId: 'Uitgever-ID',
  issuerIdHint: 'Uit de Google Pay & Wallet Console.',
  keyFile: 'Sleutelbestand van het serviceaccount',
  keyFileHint: 'Plak het hele JSON-bestand. Het wordt versleuteld opgeslagen en nooit meer getoond.',
  saveGoogle: 'Google Wallet opslaan',
  appleAccount: (passType, team, date) => `${passType} van team ${team}, geldig tot ${date}`,
  changeCertificate: 'Certificaat wijzigen',
  changeTheCertificate: 'Het certificaat wijzigen',
  setUpApple: 'Apple Wallet instellen',
  appleDone: 'Apple Wallet is ingesteld',
  certificate: 'Certificaat van het pastype',
  certificateHint: 'In PEM, uit je Apple-ontwikkelaarsaccount.',
  privateKey: 'Privésleutel',
  privateKeyHint:
    'In PEM, zonder wachtwoordzin. De sleutel wordt versleuteld opgeslagen en nooit meer getoond.',
  wwdr: 'Tussencertificaat van Apple (WWDR)',
  wwdrHint: 'In PEM, het certificaat dat het jouwe heeft uitgegeven.',
  saveApple: 'Apple Wallet opslaan',
  removed: name => `${name} is verwijderd`,
  remove: 'Verwijderen',
  removeTitle: name => `${name} verwijderen?`,
  removeHow:
    'Klanten kunnen geen kaarten meer toevoegen. Kaarten op hun telefoon blijven, maar worden niet meer bijgewerkt.',
  guide: 'Lees meer in de handleiding',
  googleIntro: 'Het is gratis en duurt ongeveer 20 minuten. Je hebt een Google-account nodig.',
  google: {
    console:
      'Open de [Google Pay & Wallet Console], meld je aan als uitgever en kopieer de **uitgever-ID** uit Google Wallet API.',
    key: 'Maak in de [Google Cloud Console] een project, zet de Google Wallet API aan, maak een serviceaccount en download een **sleutel als JSON**.',
    user: 'Voeg in de eerste console het e-mailadres van het serviceaccount toe onder Users, als ontwikkelaar.',
    paste: 'Vul de uitgever-ID in en plak het bestand hieronder.',
  },
  appleIntro: 'Je hebt een betaald Apple-ontwikkelaarsaccount nodig, en iemand die certificaten kent.',
  apple: {
    identifier: 'Maak in je [ontwikkelaarsaccount] een identifier van het type **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Maak het certificaat en exporteer het met de sleutel als \`${file}\`. Zet beide om naar PEM: \`${exportCertificate}\` en \`${exportKey}\`.`,
    wwdr: command =>
      `Download het [WWDR-certificaat] dat het jouwe heeft uitgegeven en zet het om met \`${command}\`.`,
    paste: 'Plak alle drie hieronder.',
  },
};
