/** The wallets of phones: the accounts and the steps to them. */
export const messages = {
  title: 'Wallets of phones',
  ownersOnly: 'Owners only',
  intro:
    'Customers can add member cards and codes to the wallet of their phone. The button appears on their pages once a wallet is set up.',
  issuer: (id: string, email: string) => `Issuer ${id}, signed by ${email}`,
  changeAccount: 'Change account',
  changeTheAccount: 'Change the account',
  setUpGoogle: 'Set up Google Wallet',
  googleDone: 'Google Wallet is set up',
  issuerId: 'Issuer ID',
  issuerIdHint: 'From the Google Pay & Wallet Console.',
  keyFile: 'Key file of the service account',
  keyFileHint: 'Paste the whole JSON file. It is stored encrypted and never shown again.',
  saveGoogle: 'Save Google Wallet',
  appleAccount: (passType: string, team: string, date: string) =>
    `${passType} of team ${team}, valid until ${date}`,
  changeCertificate: 'Change certificate',
  changeTheCertificate: 'Change the certificate',
  setUpApple: 'Set up Apple Wallet',
  appleDone: 'Apple Wallet is set up',
  certificate: 'Certificate of the pass type',
  certificateHint: 'In PEM, from your Apple developer account.',
  privateKey: 'Private key',
  privateKeyHint: 'In PEM, without a passphrase. It is stored encrypted and never shown again.',
  wwdr: "Apple's intermediate certificate (WWDR)",
  wwdrHint: 'In PEM, the one that issued your certificate.',
  saveApple: 'Save Apple Wallet',
  removed: (name: string) => `${name} is removed`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHow: 'Customers can no longer add passes. Passes on their phones stay, but are no longer updated.',
  guide: 'Read more in the guide',
  googleIntro: 'It is free and takes about 20 minutes. You need a Google account.',
  google: {
    console:
      'Open the [Google Pay & Wallet Console], sign up as an issuer, and copy the **issuer ID** from Google Wallet API.',
    key: 'In the [Google Cloud Console], create a project, turn on the Google Wallet API, create a service account, and download a **key as JSON**.',
    user: 'Back in the first console, add the email address of the service account under Users, as a developer.',
    paste: 'Enter the issuer ID and paste the file below.',
  },
  appleIntro: 'You need a paid Apple developer account, and someone who is used to certificates.',
  apple: {
    identifier: 'In your [developer account], create an identifier of the kind **Pass Type ID**.',
    certificate: (file: string, exportCertificate: string, exportKey: string) =>
      `Create its certificate, and export it with its key as \`${file}\`. Convert both to PEM: \`${exportCertificate}\` and \`${exportKey}\`.`,
    wwdr: (command: string) =>
      `Download the [WWDR certificate] that issued yours, and convert it with \`${command}\`.`,
    paste: 'Paste all three below.',
  },
};
export type Messages = typeof messages;
