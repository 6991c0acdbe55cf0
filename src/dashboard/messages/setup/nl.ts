import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Stap ${n} van ${total}`,
  heads: {
    shop: { title: 'Geef je winkel een naam', intro: 'Klanten zien de naam op elke pagina.' },
    look: {
      title: 'Maak het van jou',
      intro:
        'Je logo, kleur en accounts staan op de pagina van je winkel en op gedrukte borden. Alles is optioneel.',
    },
    campaign: {
      title: 'Start je eerste campagne',
      intro: 'Kies wat klanten doen en wat ze krijgen. Je kunt dit altijd wijzigen of beëindigen.',
    },
    address: {
      title: 'Deel het met je klanten',
      intro: 'Klanten openen je campagne met een QR-code of een link. Zet het bord waar ze betalen.',
    },
  },
  shopName: 'Naam van de winkel',
  industry: 'Branche',
  industryHint: 'Zoals café, kapsalon of fitness. Suggesties worden erop afgestemd.',
  continue: 'Doorgaan',
  skip: 'Nu overslaan',
  finish: 'Installatie afronden',
  isOpen: name => `**${name}** staat open voor klanten.`,
  editCampaign: 'Campagne bewerken',
  us: 'ons',
  whatToDo: 'Wat moeten klanten doen?',
  whatTheyGet: 'Wat krijgen ze?',
  moneyOff: 'Korting op de volgende bestelling',
  somethingFree: 'Iets gratis',
  freeItem: 'Gratis artikel',
  freeItemExample: 'Gratis cappuccino',
  amountOff: 'Korting',
  howItIsChecked:
    'Je controleert elke post voordat de beloning wordt gegeven. Klanten wordt gevraagd de post als beloond te markeren, zoals platforms en het consumentenrecht vereisen. Elke klant kan één keer meedoen.',
  launch: 'Campagne starten',
  offers: {
    story: {
      name: shop => `Noem ${shop} in je Story`,
      description: 'Laat in een Instagram Story zien waar je van geniet en tag ons.',
    },
    photo: {
      name: shop => `Plaats een foto van ${shop}`,
      description: 'Deel op Instagram een foto van je bezoek waarin je ons noemt.',
    },
    film: {
      name: shop => `Film je bezoek aan ${shop}`,
      description: 'Plaats een korte TikTok-video van je bezoek.',
    },
  },
};
