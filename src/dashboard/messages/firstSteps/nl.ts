import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Aan de slag',
  done: 'Klaar',
  steps: {
    look: {
      title: 'Voeg je logo en kleur toe',
      how: 'Ze staan op de pagina van je zaak, op posters en in e-mails.',
      label: 'Verder instellen',
    },
    create: {
      title: 'Maak een campagne',
      how: 'Bepaal wat klanten plaatsen en welke beloning ze krijgen.',
      label: 'Campagne maken',
    },
    launch: {
      title: 'Start de campagne',
      how: 'Klanten kunnen meedoen zodra ze is gestart.',
      label: 'Concepten bekijken',
    },
    reach: {
      title: 'Word bereikbaar voor klanten',
      how: 'Je QR-codes en links werken nu alleen op deze computer of in je netwerk.',
      label: 'Openbaar adres instellen',
    },
    share: {
      title: 'Deel de campagne',
      how: 'Print de poster voor je toonbank of stuur de link. Doe zelf mee om het te proberen.',
      label: 'Campagne delen',
    },
    review: {
      title: 'Beoordeel je eerste inzending',
      how: 'Een inzending is het bericht dat een klant je laat zien. Je vindt die onder Beoordelingen.',
      label: 'Inzendingen beoordelen',
    },
    redeem: {
      title: 'Wissel je eerste code in',
      how: 'Voer de code in die de klant laat zien.',
      label: 'Code inwisselen',
    },
  },
};
