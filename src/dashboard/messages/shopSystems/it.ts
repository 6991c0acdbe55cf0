import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Sistemi di vendita',
  ownersOnly: 'Solo i titolari possono modificarli',
  intro:
    'Gli ordini dal negozio online o dalla cassa danno cashback, punti e timbri; i rimborsi ne tolgono la parte.',
  showOrdersOf: name => `Mostra ordini da ${name}`,
  showOrders: 'Mostra ordini',
  changeOf: name => `Modifica ${name}`,
  change: 'Modifica',
  finishOf: name => `Completa o modifica ${name}`,
  setUpOf: name => `Configura ${name}`,
  program: 'Programma',
  secret: 'Segreto',
  secretSet: 'Impostato',
  secretMissing: 'Manca: i webhook vengono rifiutati',
  lastReceived: 'Ultima ricezione',
  nothingYet: 'Ancora niente',
  saved: name => `${name} salvato`,
  enterUrl: 'Ora inserisci l’URL nel sistema di vendita',
  programFirst: 'Crea prima un programma che conti gli ordini.',
  countingProgram: 'Programma che conta gli ordini',
  secretHint: 'Viene salvato cifrato e mai più mostrato.',
  saveOf: name => `Salva ${name}`,
  getUrl: 'Ottieni l’URL',
  removed: name => `${name} rimosso`,
  removeOf: name => `Rimuovi ${name}`,
  remove: 'Rimuovi',
  removeTitle: name => `Rimuovere ${name}?`,
  removeHow:
    'Il suo URL smette di funzionare e gli acquirenti degli ordini sospesi vengono dimenticati. Ciò che gli iscritti hanno ottenuto resta.',
  statuses: {
    waiting: 'In attesa',
    parked: 'Sospeso',
    credited: 'Accreditato',
    refused: 'Rifiutato',
    canceled: 'Annullato',
  },
  all: 'Tutti',
  ordersFrom: name => `Ordini da ${name}`,
  status: 'Stato',
  noMatch: 'Nessun ordine corrispondente',
  none: 'Nessun ordine',
  order: 'Ordine',
  member: 'Iscritto',
  amount: 'Importo',
  refunded: 'Rimborsato',
  date: 'Data',
  actions: 'Azioni',
  retryOf: order => `Ritenta l’ordine ${order}`,
  retry: 'Ritenta',
  counted: 'Ordine contato',
  memberId: 'ID dell’iscritto',
  memberIdHint: 'Lascia vuoto per cercare di nuovo l’acquirente.',
  retryOrder: 'Ritenta ordine',
  guide: 'Altro nella guida',
  steps: {
    shopify: {
      where:
        'In Shopify apri **Settings, Notifications, Webhooks** e crea due webhook in formato JSON con questo URL.',
      events: 'Scegli l’evento **Order payment** per uno e **Refund create** per l’altro.',
      secret: 'Copia il testo dopo “Your webhooks will be signed with” nel campo qui sotto.',
    },
    woocommerce: {
      where:
        'In WordPress apri **WooCommerce, Settings, Advanced, Webhooks** e aggiungi due webhook attivi con questo URL di consegna.',
      events: 'Scegli l’argomento **Order created** per uno e **Order updated** per l’altro.',
      secret: 'Inventa un segreto lungo e inseriscilo lì, in entrambi i webhook, e qui sotto.',
    },
    square: {
      where:
        'Nella Square Developer Console apri la tua applicazione, poi **Webhooks, Subscriptions**, e aggiungi una sottoscrizione con questo URL.',
      events: 'Scegli gli eventi **payment.updated** e **refund.updated**.',
      secret: 'Apri la sottoscrizione, mostra la chiave di firma e copiala nel campo qui sotto.',
    },
    stripe: {
      where:
        'Nella dashboard di Stripe apri **Developers, Webhooks** e aggiungi una destinazione con questo URL.',
      events: 'Scegli gli eventi **checkout.session.completed**, **charge.succeeded** e **charge.refunded**.',
      secret: 'Mostra il segreto di firma, che inizia con whsec_, e copialo nel campo qui sotto.',
    },
  },
};
