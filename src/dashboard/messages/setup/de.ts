import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Schritt ${n} von ${total}`,
  heads: {
    shop: { title: 'Name des Ladens', intro: 'Kunden sehen ihn auf jeder Seite.' },
    look: {
      title: 'Ihr eigenes Aussehen',
      intro:
        'Logo, Farbe und Konten erscheinen auf der Seite des Ladens und auf gedruckten Schildern. Alles ist freiwillig.',
    },
    campaign: {
      title: 'Die erste Kampagne starten',
      intro:
        'Wählen Sie, was Kunden tun und was sie dafür bekommen. Beides lässt sich jederzeit ändern oder beenden.',
    },
    address: {
      title: 'Mit Kunden teilen',
      intro: 'Kunden öffnen die Kampagne über einen QR-Code oder Link. Stellen Sie das Schild an die Kasse.',
    },
  },
  shopName: 'Name des Ladens',
  industry: 'Branche',
  industryHint: 'Zum Beispiel Café, Friseursalon oder Fitness. Vorschläge richten sich danach.',
  continue: 'Weiter',
  skip: 'Vorerst überspringen',
  finish: 'Einrichtung abschließen',
  isOpen: name => `**${name}** ist für Kunden offen.`,
  editCampaign: 'Kampagne bearbeiten',
  us: 'uns',
  whatToDo: 'Was sollen Kunden tun?',
  whatTheyGet: 'Was bekommen sie dafür?',
  moneyOff: 'Rabatt auf die nächste Bestellung',
  somethingFree: 'Etwas gratis',
  freeItem: 'Gratis dazu',
  freeItemExample: 'Ein Cappuccino gratis',
  amountOff: 'Rabatt',
  howItIsChecked:
    'Sie prüfen jeden Beitrag, bevor es die Belohnung gibt. Kunden werden gebeten, den Beitrag als belohnt zu kennzeichnen, wie es Plattformen und Verbraucherrecht verlangen. Jeder Kunde kann einmal teilnehmen.',
  launch: 'Kampagne starten',
  offers: {
    story: {
      name: shop => `Erwähne ${shop} in deiner Story`,
      description: 'Zeig in einer Instagram-Story, was dir schmeckt oder gefällt, und markiere uns.',
    },
    photo: {
      name: shop => `Poste ein Foto von ${shop}`,
      description: 'Teile auf Instagram ein Foto von deinem Besuch, das uns nennt.',
    },
    film: {
      name: shop => `Filme deinen Besuch bei ${shop}`,
      description: 'Veröffentliche ein kurzes TikTok-Video von deinem Besuch.',
    },
  },
};
