import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Wallets auf Handys',
  ownersOnly: 'Nur Inhaber',
  intro:
    'Kunden können Mitgliedskarten und Codes zur Wallet ihres Handys hinzufügen. Die Schaltfläche erscheint auf ihren Seiten, sobald eine Wallet eingerichtet ist.',
  issuer: (id, email) => `Herausgeber ${id}, signiert von ${email}`,
  changeAccount: 'Konto ändern',
  changeTheAccount: 'Das Konto ändern',
  setUpGoogle: 'Google Wallet einrichten',
  googleDone: 'Google Wallet ist eingerichtet',
  issuerId: 'Herausgeber-ID',
  issuerIdHint: 'Aus der Google Pay & Wallet Console.',
  keyFile: 'Schlüsseldatei des Dienstkontos',
  keyFileHint:
    'Fügen Sie die ganze JSON-Datei ein. Sie wird verschlüsselt gespeichert und nie wieder angezeigt.',
  saveGoogle: 'Google Wallet speichern',
  appleAccount: (passType, team, date) => `${passType} von Team ${team}, gültig bis ${date}`,
  changeCertificate: 'Zertifikat ändern',
  changeTheCertificate: 'Das Zertifikat ändern',
  setUpApple: 'Apple Wallet einrichten',
  appleDone: 'Apple Wallet ist eingerichtet',
  certificate: 'Zertifikat des Pass-Typs',
  certificateHint: 'Als PEM, aus Ihrem Apple-Entwicklerkonto.',
  privateKey: 'Privater Schlüssel',
  privateKeyHint: 'Als PEM, ohne Passphrase. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
  wwdr: 'Zwischenzertifikat von Apple (WWDR)',
  wwdrHint: 'Als PEM, das Zertifikat, das Ihres ausgestellt hat.',
  saveApple: 'Apple Wallet speichern',
  removed: name => `${name} wurde entfernt`,
  remove: 'Entfernen',
  removeTitle: name => `${name} entfernen?`,
  removeHow:
    'Kunden können keine Karten mehr hinzufügen. Karten auf ihren Handys bleiben, werden aber nicht mehr aktualisiert.',
  guide: 'Mehr in der Anleitung',
  googleIntro: 'Es ist kostenlos und dauert etwa 20 Minuten. Nötig ist ein Google-Konto.',
  google: {
    console:
      'Öffnen Sie die [Google Pay & Wallet Console], registrieren Sie sich als Herausgeber und kopieren Sie die **Herausgeber-ID** aus Google Wallet API.',
    key: 'Legen Sie in der [Google Cloud Console] ein Projekt an, aktivieren Sie die Google Wallet API, erstellen Sie ein Dienstkonto und laden Sie einen **Schlüssel als JSON** herunter.',
    user: 'Fügen Sie in der ersten Konsole unter Users die E-Mail-Adresse des Dienstkontos als Entwickler hinzu.',
    paste: 'Geben Sie die Herausgeber-ID ein und fügen Sie die Datei unten ein.',
  },
  appleIntro:
    'Nötig sind ein kostenpflichtiges Apple-Entwicklerkonto und jemand, der sich mit Zertifikaten auskennt.',
  apple: {
    identifier: 'Erstellen Sie in Ihrem [Entwicklerkonto] eine Kennung der Art **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Erstellen Sie das Zertifikat dazu und exportieren Sie es mit dem Schlüssel als \`${file}\`. Wandeln Sie beides in PEM um: \`${exportCertificate}\` und \`${exportKey}\`.`,
    wwdr: command =>
      `Laden Sie das [WWDR-Zertifikat] herunter, das Ihres ausgestellt hat, und wandeln Sie es mit \`${command}\` um.`,
    paste: 'Fügen Sie alle drei unten ein.',
  },
};
