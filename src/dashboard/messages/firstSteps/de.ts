import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Erste Schritte',
  done: 'Erledigt',
  steps: {
    look: {
      title: 'Logo und Farbe hinzufügen',
      how: 'Sie erscheinen auf der Seite Ihres Shops, auf Aushängen und in E-Mails.',
      label: 'Einrichtung fortsetzen',
    },
    create: {
      title: 'Kampagne erstellen',
      how: 'Legen Sie fest, was Kunden posten und welche Prämie sie erhalten.',
      label: 'Kampagne erstellen',
    },
    launch: {
      title: 'Kampagne starten',
      how: 'Kunden können teilnehmen, sobald sie gestartet ist.',
      label: 'Entwürfe ansehen',
    },
    reach: {
      title: 'Für Kunden erreichbar werden',
      how: 'QR-Codes und Links funktionieren bisher nur auf diesem Computer oder in Ihrem Netzwerk.',
      label: 'Öffentliche Adresse festlegen',
    },
    share: {
      title: 'Kampagne teilen',
      how: 'Drucken Sie den Aushang für Ihre Theke oder senden Sie den Link. Machen Sie zum Test selbst mit.',
      label: 'Kampagne teilen',
    },
    review: {
      title: 'Erste Einreichung prüfen',
      how: 'Eine Einreichung ist der Beitrag, den ein Kunde vorlegt. Sie erscheint unter Prüfungen.',
      label: 'Einreichungen prüfen',
    },
    redeem: {
      title: 'Ersten Code einlösen',
      how: 'Geben Sie den Code ein, den der Kunde vorzeigt.',
      label: 'Code einlösen',
    },
  },
};
