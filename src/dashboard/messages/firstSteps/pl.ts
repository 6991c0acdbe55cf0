import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Pierwsze kroki',
  done: 'Gotowe',
  steps: {
    look: {
      title: 'Dodaj logo i kolor',
      how: 'Pojawią się na stronie sklepu, plakatach i w e-mailach.',
      label: 'Kontynuuj konfigurację',
    },
    create: {
      title: 'Utwórz kampanię',
      how: 'Określ, co publikują klienci i jaką nagrodę dostają.',
      label: 'Utwórz kampanię',
    },
    launch: {
      title: 'Uruchom ją',
      how: 'Klienci mogą wziąć udział po uruchomieniu.',
      label: 'Zobacz szkice',
    },
    reach: {
      title: 'Udostępnij się klientom',
      how: 'Kody QR i linki działają na razie tylko na tym komputerze lub w Twojej sieci.',
      label: 'Ustaw adres publiczny',
    },
    share: {
      title: 'Udostępnij ją',
      how: 'Wydrukuj plakat na ladę albo wyślij link. Weź udział, aby to wypróbować.',
      label: 'Udostępnij kampanię',
    },
    review: {
      title: 'Sprawdź pierwsze zgłoszenie',
      how: 'Zgłoszenie to post, który pokazuje Ci klient. Znajdziesz je w sekcji Weryfikacja.',
      label: 'Sprawdź zgłoszenia',
    },
    redeem: {
      title: 'Zrealizuj pierwszy kod',
      how: 'Wpisz kod, który pokazuje klient.',
      label: 'Zrealizuj kod',
    },
  },
};
