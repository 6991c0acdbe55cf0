import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Wallet dei telefoni',
  ownersOnly: 'Solo titolari',
  intro:
    'I clienti possono aggiungere tessere e codici al wallet del telefono. Il pulsante appare nelle loro pagine quando un wallet è configurato.',
  issuer: (id, email) => `Emittente ${id}, firmato da ${email}`,
  changeAccount: 'Cambia account',
  changeTheAccount: 'Cambia l’account',
  setUpGoogle: 'Configura Google Wallet',
  googleDone: 'Google Wallet è configurato',
  issuerId: 'ID emittente',
  issuerIdHint: 'Dalla Google Pay & Wallet Console.',
  keyFile: 'File della chiave dell’account di servizio',
  keyFileHint: 'Incolla tutto il file JSON. Viene salvato cifrato e mai più mostrato.',
  saveGoogle: 'Salva Google Wallet',
  appleAccount: (passType, team, date) => `${passType} del team ${team}, valido fino al ${date}`,
  changeCertificate: 'Cambia certificato',
  changeTheCertificate: 'Cambia il certificato',
  setUpApple: 'Configura Apple Wallet',
  appleDone: 'Apple Wallet è configurato',
  certificate: 'Certificato del tipo di pass',
  certificateHint: 'In PEM, dal tuo account sviluppatore Apple.',
  privateKey: 'Chiave privata',
  privateKeyHint: 'In PEM, senza passphrase. Viene salvata cifrata e mai più mostrata.',
  wwdr: 'Certificato intermedio di Apple (WWDR)',
  wwdrHint: 'In PEM, quello che ha emesso il tuo certificato.',
  saveApple: 'Salva Apple Wallet',
  removed: name => `${name} rimosso`,
  remove: 'Rimuovi',
  removeTitle: name => `Rimuovere ${name}?`,
  removeHow:
    'I clienti non possono più aggiungere tessere. Quelle già presenti restano, ma non si aggiornano più.',
  guide: 'Altro nella guida',
  googleIntro: 'È gratis e richiede circa 20 minuti. Serve un account Google.',
  google: {
    console:
      'Apri la [Google Pay & Wallet Console], registrati come emittente e copia l’**ID emittente** da Google Wallet API.',
    key: 'Nella [Google Cloud Console] crea un progetto, attiva la Google Wallet API, crea un account di servizio e scarica una **chiave in JSON**.',
    user: 'Nella prima console aggiungi l’indirizzo email dell’account di servizio in Users, come sviluppatore.',
    paste: 'Inserisci l’ID emittente e incolla il file qui sotto.',
  },
  appleIntro: 'Servono un account sviluppatore Apple a pagamento e qualcuno pratico di certificati.',
  apple: {
    identifier: 'Nel tuo [account sviluppatore] crea un identificatore di tipo **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Crea il suo certificato ed esportalo con la chiave come \`${file}\`. Converti entrambi in PEM: \`${exportCertificate}\` e \`${exportKey}\`.`,
    wwdr: command => `Scarica il [certificato WWDR] che ha emesso il tuo e convertilo con \`${command}\`.`,
    paste: 'Incolla tutti e tre qui sotto.',
  },
};
