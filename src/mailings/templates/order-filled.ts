import type { Locale } from '../../platform/locales.ts';
import type { Template } from './template.ts';

export interface OrderFilled {
  side: 'buy' | 'sell';
  quantity: number;
  perk: string;
  /** The shop that issued the perk. */
  issuer: string;
  /** The currency of the perk. */
  currency: string;
  /** Total price in major units. */
  total: number;
}

interface Texts {
  name: string;
  bought: string;
  sold: string;
  perk: string;
  shop: string;
  quantity: string;
  paid: string;
  received: string;
  showPerks: string;
  subject(order: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    name: 'Filled orders',
    bought: 'Your buy order is completely filled.',
    sold: 'Your sell order is completely filled.',
    perk: 'Perk',
    shop: 'Shop',
    quantity: 'Quantity',
    paid: 'Paid',
    received: 'Received',
    showPerks: 'Show perks',
    subject: order => `Order filled: ${order}`,
  },
  de: {
    name: 'Ausgeführte Aufträge',
    bought: 'Dein Kaufauftrag ist vollständig ausgeführt.',
    sold: 'Dein Verkaufsauftrag ist vollständig ausgeführt.',
    perk: 'Vorteil',
    shop: 'Shop',
    quantity: 'Menge',
    paid: 'Bezahlt',
    received: 'Erhalten',
    showPerks: 'Vorteile zeigen',
    subject: order => `Auftrag ausgeführt: ${order}`,
  },
  es: {
    name: 'Órdenes ejecutadas',
    bought: 'Tu orden de compra se ha ejecutado por completo.',
    sold: 'Tu orden de venta se ha ejecutado por completo.',
    perk: 'Ventaja',
    shop: 'Tienda',
    quantity: 'Cantidad',
    paid: 'Pagado',
    received: 'Recibido',
    showPerks: 'Ver ventajas',
    subject: order => `Orden ejecutada: ${order}`,
  },
  fr: {
    name: 'Ordres exécutés',
    bought: "Votre ordre d'achat est entièrement exécuté.",
    sold: 'Votre ordre de vente est entièrement exécuté.',
    perk: 'Avantage',
    shop: 'Boutique',
    quantity: 'Quantité',
    paid: 'Payé',
    received: 'Reçu',
    showPerks: 'Voir les avantages',
    subject: order => `Ordre exécuté : ${order}`,
  },
  pt: {
    name: 'Ordens executadas',
    bought: 'Sua ordem de compra foi executada por completo.',
    sold: 'Sua ordem de venda foi executada por completo.',
    perk: 'Vantagem',
    shop: 'Loja',
    quantity: 'Quantidade',
    paid: 'Pago',
    received: 'Recebido',
    showPerks: 'Ver vantagens',
    subject: order => `Ordem executada: ${order}`,
  },
  it: {
    name: 'Ordini eseguiti',
    bought: "Il tuo ordine d'acquisto è stato eseguito per intero.",
    sold: 'Il tuo ordine di vendita è stato eseguito per intero.',
    perk: 'Vantaggio',
    shop: 'Negozio',
    quantity: 'Quantità',
    paid: 'Pagato',
    received: 'Ricevuto',
    showPerks: 'Vedi i vantaggi',
    subject: order => `Ordine eseguito: ${order}`,
  },
  nl: {
    name: 'Uitgevoerde orders',
    bought: 'Je kooporder is volledig uitgevoerd.',
    sold: 'Je verkooporder is volledig uitgevoerd.',
    perk: 'Voordeel',
    shop: 'Zaak',
    quantity: 'Aantal',
    paid: 'Betaald',
    received: 'Ontvangen',
    showPerks: 'Voordelen tonen',
    subject: order => `Order uitgevoerd: ${order}`,
  },
  pl: {
    name: 'Zrealizowane zlecenia',
    bought: 'Twoje zlecenie kupna zostało w całości zrealizowane.',
    sold: 'Twoje zlecenie sprzedaży zostało w całości zrealizowane.',
    perk: 'Korzyść',
    shop: 'Sklep',
    quantity: 'Liczba',
    paid: 'Zapłacono',
    received: 'Otrzymano',
    showPerks: 'Pokaż korzyści',
    subject: order => `Zlecenie zrealizowane: ${order}`,
  },
  tr: {
    name: 'Gerçekleşen emirler',
    bought: 'Alış emriniz tamamen gerçekleşti.',
    sold: 'Satış emriniz tamamen gerçekleşti.',
    perk: 'Avantaj',
    shop: 'Mağaza',
    quantity: 'Adet',
    paid: 'Ödenen',
    received: 'Alınan',
    showPerks: 'Avantajları göster',
    subject: order => `Emir gerçekleşti: ${order}`,
  },
  ar: {
    name: 'الأوامر المنفَّذة',
    bought: 'نُفّذ أمر الشراء الخاص بك بالكامل.',
    sold: 'نُفّذ أمر البيع الخاص بك بالكامل.',
    perk: 'الميزة',
    shop: 'المتجر',
    quantity: 'الكمية',
    paid: 'المدفوع',
    received: 'المستلَم',
    showPerks: 'عرض المزايا',
    subject: order => `نُفّذ الأمر: ${order}`,
  },
};

export const orderFilled: Template<OrderFilled> = {
  name: locale => TEXTS[locale].name,
  sample: () => ({
    side: 'buy',
    quantity: 3,
    perk: 'Free cappuccino',
    issuer: 'Blue Cup',
    currency: 'USD',
    total: 10.5,
  }),
  write: ({ side, quantity, perk, issuer, currency, total }, { locale, money, number }) => {
    const t = TEXTS[locale];
    return {
      subject: t.subject(`${number(quantity)} × ${perk}`),
      blocks: [
        { type: 'paragraph', text: side === 'buy' ? t.bought : t.sold },
        {
          type: 'facts',
          items: [
            [t.perk, perk],
            [t.shop, issuer],
            [t.quantity, number(quantity)],
            [side === 'buy' ? t.paid : t.received, money(total, currency)],
          ],
        },
        { type: 'button', label: t.showPerks, path: '/my/perks' },
      ],
    };
  },
};
