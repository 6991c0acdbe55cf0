import type { Locale } from '../../platform/locales.ts';
import { COMMON } from './common.ts';
import type { Template } from './template.ts';

export interface CashbackAvailable {
  programId: string;
  program: string;
  /** In major units. */
  amount: number;
  expiresAt: string | null;
}

interface Texts {
  name: string;
  intro(shop: string): string;
  cashback: string;
  program: string;
  showBalance: string;
  subject(amount: string, shop: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    name: 'Available cashback',
    intro: shop => `Cashback from your purchase at ${shop} can be spent from now on.`,
    cashback: 'Cashback',
    program: 'Program',
    showBalance: 'Show balance',
    subject: (amount, shop) => `${amount} cashback to spend at ${shop}`,
  },
  de: {
    name: 'Verfügbares Cashback',
    intro: shop => `Cashback aus deinem Einkauf bei ${shop} kannst du ab jetzt ausgeben.`,
    cashback: 'Cashback',
    program: 'Programm',
    showBalance: 'Guthaben zeigen',
    subject: (amount, shop) => `${amount} Cashback bei ${shop} verfügbar`,
  },
  es: {
    name: 'Cashback disponible',
    intro: shop => `Ya puedes gastar el cashback de tu compra en ${shop}.`,
    cashback: 'Cashback',
    program: 'Programa',
    showBalance: 'Ver saldo',
    subject: (amount, shop) => `${amount} de cashback para gastar en ${shop}`,
  },
  fr: {
    name: 'Cashback disponible',
    intro: shop => `Le cashback de votre achat chez ${shop} est maintenant utilisable.`,
    cashback: 'Cashback',
    program: 'Programme',
    showBalance: 'Voir le solde',
    subject: (amount, shop) => `${amount} de cashback à utiliser chez ${shop}`,
  },
  pt: {
    name: 'Cashback disponível',
    intro: shop => `O cashback da sua compra em ${shop} já pode ser usado.`,
    cashback: 'Cashback',
    program: 'Programa',
    showBalance: 'Ver saldo',
    subject: (amount, shop) => `${amount} de cashback para usar em ${shop}`,
  },
  it: {
    name: 'Cashback disponibile',
    intro: shop => `Il cashback del tuo acquisto da ${shop} ora si può spendere.`,
    cashback: 'Cashback',
    program: 'Programma',
    showBalance: 'Vedi saldo',
    subject: (amount, shop) => `${amount} di cashback da spendere da ${shop}`,
  },
  nl: {
    name: 'Beschikbare cashback',
    intro: shop => `Cashback van je aankoop bij ${shop} kun je vanaf nu uitgeven.`,
    cashback: 'Cashback',
    program: 'Programma',
    showBalance: 'Saldo tonen',
    subject: (amount, shop) => `${amount} cashback te besteden bij ${shop}`,
  },
  pl: {
    name: 'Dostępny cashback',
    intro: shop => `Cashback za zakupy w ${shop} można już wydać.`,
    cashback: 'Cashback',
    program: 'Program',
    showBalance: 'Pokaż saldo',
    subject: (amount, shop) => `${amount} cashbacku do wydania w ${shop}`,
  },
  tr: {
    name: 'Kullanılabilir nakit iade',
    intro: shop => `${shop} alışverişinizin nakit iadesini artık kullanabilirsiniz.`,
    cashback: 'Nakit iade',
    program: 'Program',
    showBalance: 'Bakiyeyi göster',
    subject: (amount, shop) => `${shop} için ${amount} nakit iade`,
  },
  ar: {
    name: 'الاسترداد النقدي المتاح',
    intro: shop => `أصبح الاسترداد النقدي من مشترياتك لدى ${shop} متاحًا للإنفاق.`,
    cashback: 'الاسترداد النقدي',
    program: 'البرنامج',
    showBalance: 'عرض الرصيد',
    subject: (amount, shop) => `استرداد نقدي ${amount} للإنفاق لدى ${shop}`,
  },
};

export const cashbackAvailable: Template<CashbackAvailable> = {
  name: locale => TEXTS[locale].name,
  sample: time => ({
    programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h03',
    program: 'Regulars',
    amount: 4.5,
    expiresAt: time,
  }),
  write: ({ programId, program, amount, expiresAt }, { locale, shop, money, date }) => {
    const t = TEXTS[locale];
    const items: [string, string][] = [
      [t.cashback, money(amount)],
      [t.program, program],
    ];
    if (expiresAt) items.push([COMMON[locale].validUntil, date(expiresAt)]);
    return {
      subject: t.subject(money(amount), shop),
      blocks: [
        { type: 'paragraph', text: t.intro(shop) },
        { type: 'facts', items },
        { type: 'button', label: t.showBalance, path: `/my/programs/${programId}` },
      ],
    };
  },
};
