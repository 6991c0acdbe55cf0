import type { Messages } from './en.ts';

export const messages: Messages = {
  orderRecorded: amount => `Bestellung erfasst: ${amount} Cashback`,
  recordOrderFor: member => `Bestellung von ${member} erfassen`,
  cashbackTerms: terms => `Cashback: ${terms}.`,
  orderValue: 'Bestellwert',
  receipt: 'Belegnummer',
  receiptHint: 'Verhindert, dass dieselbe Bestellung zweimal erfasst wird.',
  cancel: 'Abbrechen',
  erased: 'Persönliche Daten gelöscht',
  eraseTitle: member => `Persönliche Daten von ${member} löschen?`,
  eraseHow:
    'Name, Kontaktdaten, Notizen, Nachweise und die Referenz werden in allen Ihren Programmen gelöscht, und die Mitgliedschaft endet. Besuche, Beträge und Statistiken bleiben ohne die Person. Das lässt sich nicht rückgängig machen.',
  cashbackRedeemed: amount => `Cashback eingelöst: ${amount} von der Rechnung abziehen`,
  cashbackRedeemedLeft: (amount, left) =>
    `Cashback eingelöst: ${amount} von der Rechnung abziehen; noch ${left}`,
  redeemCashbackFor: member => `Cashback von ${member} einlösen`,
  available: 'verfügbar.',
  amount: 'Betrag',
  enrolled: 'Mitglied angemeldet',
  memberId: 'Mitglieds-ID',
  memberIdHint: 'Ihre eigene Kennung, etwa eine Kartennummer, oder die Benutzer-ID eines Kunden.',
  saved: 'Mitglied gespeichert',
  edit: member => `${member} bearbeiten`,
  save: 'Mitglied speichern',
  phone: 'Telefon',
  phoneHint:
    'Damit finden Sie das Mitglied an der Kasse. Mit Ländervorwahl, sofern Ihr Land nicht in den Einstellungen steht.',
  phoneUnconfirmed: (phone: string) =>
    `${phone} hat das Mitglied selbst eingetragen. Bitte bestätigen, wenn es die Nummer dieser Person ist.`,
  confirmPhone: 'Nummer bestätigen',
  phoneTaken: 'Ein anderes Mitglied hat diese Nummer. Sie muss dort zuerst entfernt werden.',
  email: 'E-Mail',
  cardReplaced: 'Karte ersetzt. Der bisherige QR-Code funktioniert nicht mehr.',
  replaceTitle: member => `Karte von ${member} ersetzen?`,
  replace: 'Karte ersetzen',
  replaceHow:
    'Der jetzige QR-Code des Mitglieds funktioniert sofort nicht mehr. Stempel, Punkte und Cashback bleiben erhalten. Am Handy erscheint die neue Karte; für alle anderen drucken Sie sie aus. Pässe im Wallet müssen neu hinzugefügt werden.',
  cardOf: member => `Karte von ${member}`,
  done: 'Fertig',
  rotatingCard:
    'Diese Karte wechselt jede Minute. Das Mitglied findet sie am Handy auf der Seite des Programms.',
  memberCardOf: member => `Mitgliedskarte von ${member}`,
  scanHow: 'An der Kasse scannen, um das Mitglied zu finden.',
  enroll: 'Mitglied anmelden',
  name: 'Name',
  recordOrder: 'Bestellung erfassen',
  redeemCashback: 'Cashback einlösen',
  erase: 'Persönliche Daten löschen',
};
