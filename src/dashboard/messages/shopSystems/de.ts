import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Shopsysteme',
  ownersOnly: 'Nur Inhaber können das ändern',
  intro:
    'Bestellungen aus Onlineshop oder Kasse bringen Cashback, Punkte und Stempel; Erstattungen nehmen ihren Teil zurück.',
  showOrdersOf: name => `Bestellungen aus ${name} anzeigen`,
  showOrders: 'Bestellungen anzeigen',
  changeOf: name => `${name} ändern`,
  change: 'Ändern',
  finishOf: name => `${name} fertigstellen oder ändern`,
  setUpOf: name => `${name} einrichten`,
  program: 'Programm',
  secret: 'Secret',
  secretSet: 'Gesetzt',
  secretMissing: 'Fehlt: Webhooks werden abgelehnt',
  lastReceived: 'Zuletzt empfangen',
  nothingYet: 'Noch nichts',
  lastRefused: 'Zuletzt abgelehnt',
  refusals: {
    INVALID_SIGNATURE: 'Die Signatur passt nicht: Prüfen Sie das Secret',
    TIMESTAMP_EXPIRED: 'Die Zeit der Signatur weicht um mehr als 5 Minuten ab',
  },
  lastIgnored: 'Zuletzt ignoriert',
  ignored: 'Keine bezahlte Bestellung oder Rückzahlung: Prüfen Sie die gewählten Ereignisse',
  saved: name => `${name} gespeichert`,
  enterUrl: 'Geben Sie jetzt die URL im Shopsystem ein',
  programFirst: 'Erstellen Sie zuerst ein Programm, das die Bestellungen zählt.',
  countingProgram: 'Programm, das die Bestellungen zählt',
  secretHint: 'Wird verschlüsselt gespeichert und nie wieder angezeigt.',
  saveOf: name => `${name} speichern`,
  getUrl: 'URL erhalten',
  removed: name => `${name} entfernt`,
  removeOf: name => `${name} entfernen`,
  remove: 'Entfernen',
  removeTitle: name => `${name} entfernen?`,
  removeHow:
    'Die URL funktioniert nicht mehr, und die Käufer geparkter Bestellungen werden vergessen. Was Mitglieder gesammelt haben, bleibt.',
  statuses: {
    waiting: 'Wartet',
    parked: 'Geparkt',
    credited: 'Gutgeschrieben',
    refused: 'Abgelehnt',
    canceled: 'Storniert',
  },
  all: 'Alle',
  ordersFrom: name => `Bestellungen aus ${name}`,
  status: 'Status',
  noMatch: 'Keine passenden Bestellungen',
  none: 'Noch keine Bestellungen',
  order: 'Bestellung',
  member: 'Mitglied',
  amount: 'Betrag',
  refunded: 'Erstattet',
  date: 'Datum',
  actions: 'Aktionen',
  retryOf: order => `Bestellung ${order} wiederholen`,
  retry: 'Wiederholen',
  counted: 'Bestellung gezählt',
  memberId: 'Mitgliedsnummer',
  memberIdHint: 'Leer lassen, um den Käufer erneut zu suchen.',
  retryOrder: 'Bestellung wiederholen',
  guide: 'Mehr in der Anleitung',
  steps: {
    shopify: {
      where:
        'Öffnen Sie in Shopify **Settings, Notifications, Webhooks** und erstellen Sie zwei Webhooks im Format JSON mit dieser URL.',
      events: 'Wählen Sie für einen das Ereignis **Order payment** und für den anderen **Refund create**.',
      secret: 'Kopieren Sie den Text nach “Your webhooks will be signed with” in das Feld unten.',
    },
    woocommerce: {
      where:
        'Öffnen Sie in WordPress **WooCommerce, Settings, Advanced, Webhooks** und fügen Sie zwei aktive Webhooks mit dieser Liefer-URL hinzu.',
      events: 'Wählen Sie für einen das Thema **Order created** und für den anderen **Order updated**.',
      secret: 'Denken Sie sich ein langes Secret aus und geben Sie es dort in beiden Webhooks und unten ein.',
    },
    square: {
      where:
        'Öffnen Sie in der Square Developer Console Ihre Anwendung, dann **Webhooks, Subscriptions**, und fügen Sie ein Abonnement mit dieser URL hinzu.',
      events: 'Wählen Sie die Ereignisse **payment.updated** und **refund.updated**.',
      secret:
        'Öffnen Sie das Abonnement, zeigen Sie den Signaturschlüssel an und kopieren Sie ihn in das Feld unten.',
    },
    stripe: {
      where:
        'Öffnen Sie im Stripe-Dashboard **Developers, Webhooks** und fügen Sie ein Ziel mit dieser URL hinzu.',
      events:
        'Wählen Sie die Ereignisse **checkout.session.completed**, **charge.succeeded** und **charge.refunded**.',
      secret:
        'Zeigen Sie das Signing Secret an, das mit whsec_ beginnt, und kopieren Sie es in das Feld unten.',
    },
  },
};
