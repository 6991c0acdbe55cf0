import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Indirizzo pubblico',
  reach: {
    computer:
      'Questo indirizzo funziona solo su questo computer. I clienti non possono ancora aprire codici QR e link.',
    network:
      'Questo indirizzo funziona solo nella tua rete: basta per provarlo con il telefono, non per i clienti.',
  },
  byOperator: 'Il gestore ha impostato questo indirizzo con PUBLIC_URL.',
  canOpen: url => `I clienti possono aprire **${url}**`,
  saved: 'Indirizzo pubblico salvato',
  hint: 'Usato nei codici QR, nei link e nelle email.',
  save: 'Salva indirizzo',
  how: 'Come ottengo un indirizzo pubblico?',
  howIntro:
    'Ogni modo dà a questo computer un nome su internet. Se non usi i comandi, mostra questa pagina a chi si occupa del tuo computer; il resto di Perkmint funziona anche senza.',
  ways: {
    tunnel: command =>
      `**Provalo da questo computer, senza dominio.** Esegui \`${command}\` e inserisci l’indirizzo mostrato.`,
    shop: command =>
      `**Il computer resta in negozio.** Esegui \`${command}\` e inserisci l’indirizzo mostrato; rimane lo stesso.`,
    domain: (command, setting) =>
      `**Usa il tuo dominio su un server.** Punta il dominio al server ed esegui \`${command}\`, che ottiene anche il certificato. Imposta \`${setting}\`.`,
  },
  cantOpen: 'I clienti non possono ancora aprirlo.',
  worksOnly: {
    computer: url => `L’indirizzo \`${url}\` funziona solo su questo computer.`,
    network: url => `L’indirizzo \`${url}\` funziona solo sui dispositivi della tua rete.`,
  },
  enterAddress: 'Inserisci l’indirizzo con cui i clienti raggiungono questo server. [Come ottenerne uno]',
  askOperator: 'Chiedi a chi gestisce questo server di impostare PUBLIC_URL.',
};
