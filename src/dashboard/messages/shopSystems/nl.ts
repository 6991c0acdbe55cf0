import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Winkelsystemen',
  ownersOnly: 'Alleen eigenaren kunnen dit wijzigen',
  intro:
    'Bestellingen uit je webwinkel of kassa leveren cashback, punten en stempels op; terugbetalingen halen hun deel eraf.',
  showOrdersOf: name => `Bestellingen uit ${name} tonen`,
  showOrders: 'Bestellingen tonen',
  changeOf: name => `${name} wijzigen`,
  change: 'Wijzigen',
  finishOf: name => `${name} afronden of wijzigen`,
  setUpOf: name => `${name} instellen`,
  program: 'Programma',
  secret: 'Geheim',
  secretSet: 'Ingesteld',
  secretMissing: 'Ontbreekt: webhooks worden geweigerd',
  lastReceived: 'Laatst ontvangen',
  nothingYet: 'Nog niets',
  saved: name => `${name} opgeslagen`,
  enterUrl: 'Vul nu de URL in het winkelsysteem in',
  programFirst: 'Maak eerst een programma dat de bestellingen telt.',
  countingProgram: 'Programma dat de bestellingen telt',
  secretHint: 'Wordt versleuteld opgeslagen en nooit meer getoond.',
  saveOf: name => `${name} opslaan`,
  getUrl: 'URL ophalen',
  removed: name => `${name} verwijderd`,
  removeOf: name => `${name} verwijderen`,
  remove: 'Verwijderen',
  removeTitle: name => `${name} verwijderen?`,
  removeHow:
    'De URL werkt niet meer en de kopers van geparkeerde bestellingen worden vergeten. Wat leden hebben verdiend, blijft.',
  statuses: {
    waiting: 'Wacht',
    parked: 'Geparkeerd',
    credited: 'Bijgeschreven',
    refused: 'Geweigerd',
    canceled: 'Geannuleerd',
  },
  all: 'Alle',
  ordersFrom: name => `Bestellingen uit ${name}`,
  status: 'Status',
  noMatch: 'Geen overeenkomende bestellingen',
  none: 'Nog geen bestellingen',
  order: 'Bestelling',
  member: 'Lid',
  amount: 'Bedrag',
  refunded: 'Terugbetaald',
  date: 'Datum',
  actions: 'Acties',
  retryOf: order => `Bestelling ${order} opnieuw proberen`,
  retry: 'Opnieuw',
  counted: 'Bestelling geteld',
  memberId: 'Lid-ID',
  memberIdHint: 'Laat leeg om de koper opnieuw op te zoeken.',
  retryOrder: 'Bestelling opnieuw proberen',
  guide: 'Lees meer in de handleiding',
  steps: {
    shopify: {
      where:
        'Open in Shopify **Settings, Notifications, Webhooks** en maak twee webhooks in de indeling JSON met deze URL.',
      events: 'Kies voor de ene de gebeurtenis **Order payment** en voor de andere **Refund create**.',
      secret: 'Kopieer de tekst na “Your webhooks will be signed with” naar het veld hieronder.',
    },
    woocommerce: {
      where:
        'Open in WordPress **WooCommerce, Settings, Advanced, Webhooks** en voeg twee actieve webhooks toe met deze aflever-URL.',
      events: 'Kies voor de ene het onderwerp **Order created** en voor de andere **Order updated**.',
      secret: 'Bedenk een lang geheim en vul het daar in, in beide webhooks, en hieronder.',
    },
    square: {
      where:
        'Open in de Square Developer Console je applicatie, dan **Webhooks, Subscriptions**, en voeg een abonnement toe met deze URL.',
      events: 'Kies de gebeurtenissen **payment.updated** en **refund.updated**.',
      secret: 'Open het abonnement, toon de handtekeningsleutel en kopieer die naar het veld hieronder.',
    },
    stripe: {
      where: 'Open in het Stripe-dashboard **Developers, Webhooks** en voeg een bestemming toe met deze URL.',
      events:
        'Kies de gebeurtenissen **checkout.session.completed**, **charge.succeeded** en **charge.refunded**.',
      secret: 'Toon het ondertekeningsgeheim, dat begint met whsec_, en kopieer het naar het veld hieronder.',
    },
  },
};
