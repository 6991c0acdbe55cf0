import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Primi passi',
  done: 'Fatto',
  steps: {
    look: {
      title: 'Aggiungi il logo e il colore',
      how: 'Compaiono nella pagina del negozio, nelle locandine e nelle email.',
      label: 'Continua configurazione',
    },
    create: {
      title: 'Crea una campagna',
      how: 'Definisci cosa pubblicano i clienti e quale premio ricevono.',
      label: 'Crea campagna',
    },
    launch: {
      title: 'Avviala',
      how: "I clienti possono partecipare dopo l'avvio.",
      label: 'Vedi le bozze',
    },
    reach: {
      title: 'Fatti raggiungere dai clienti',
      how: 'Per ora i codici QR e i link funzionano solo su questo computer o nella tua rete.',
      label: 'Imposta indirizzo pubblico',
    },
    share: {
      title: 'Condividila',
      how: 'Stampa la locandina per il bancone o invia il link. Partecipa anche tu per provarla.',
      label: 'Condividi campagna',
    },
    review: {
      title: 'Verifica il primo invio',
      how: 'Un invio è il post che un cliente ti mostra. Compare in Verifiche.',
      label: 'Verifica gli invii',
    },
    redeem: {
      title: 'Riscatta il primo codice',
      how: 'Inserisci il codice che il cliente ti mostra.',
      label: 'Riscatta codice',
    },
  },
};
