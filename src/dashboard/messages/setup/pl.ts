import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Krok ${n} z ${total}`,
  heads: {
    shop: { title: 'Nazwij swój sklep', intro: 'Klienci widzą nazwę na każdej stronie.' },
    look: {
      title: 'Nadaj mu swój styl',
      intro:
        'Logo, kolor i konta pojawiają się na stronie sklepu i na drukowanych tabliczkach. Wszystko jest opcjonalne.',
    },
    campaign: {
      title: 'Uruchom pierwszą kampanię',
      intro: 'Wybierz, co robią klienci i co za to dostają. W każdej chwili możesz to zmienić lub zakończyć.',
    },
    address: {
      title: 'Udostępnij ją klientom',
      intro: 'Klienci otwierają kampanię kodem QR lub linkiem. Postaw tabliczkę tam, gdzie płacą.',
    },
  },
  shopName: 'Nazwa sklepu',
  industry: 'Branża',
  industryHint: 'Na przykład kawiarnia, salon fryzjerski lub fitness. Do tego dopasowujemy propozycje.',
  continue: 'Dalej',
  skip: 'Pomiń na razie',
  finish: 'Zakończ konfigurację',
  isOpen: name => `Kampania **${name}** jest otwarta dla klientów.`,
  editCampaign: 'Edytuj kampanię',
  us: 'nas',
  whatToDo: 'Co mają zrobić klienci?',
  whatTheyGet: 'Co za to dostają?',
  moneyOff: 'Rabat na następne zamówienie',
  somethingFree: 'Coś gratis',
  freeItem: 'Produkt gratis',
  freeItemExample: 'Cappuccino gratis',
  amountOff: 'Rabat',
  howItIsChecked:
    'Sprawdzasz każdy post przed przyznaniem nagrody. Klienci są proszeni o oznaczenie posta jako nagradzanego, czego wymagają platformy i prawo konsumenckie. Każdy klient może wziąć udział raz.',
  launch: 'Uruchom kampanię',
  offers: {
    story: {
      name: shop => `Wspomnij o ${shop} w swojej relacji`,
      description: 'Pokaż w relacji na Instagramie, co lubisz, i oznacz nas.',
    },
    photo: {
      name: shop => `Opublikuj zdjęcie z ${shop}`,
      description: 'Udostępnij na Instagramie zdjęcie z wizyty, na którym nas wymieniasz.',
    },
    film: {
      name: shop => `Nagraj swoją wizytę w ${shop}`,
      description: 'Opublikuj krótki film z wizyty na TikToku.',
    },
  },
};
