import { DEFAULT_LOCALE, toUsableLocale, toUsableTimeZone } from '../platform/intl.ts';
import { type Locale, toLocale } from '../platform/locales.ts';

interface Texts {
  subject(shop: string): string;
  intro(shop: string): string;
  orCode(code: string): string;
  validUntil(date: string): string;
  ignore: string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    subject: shop => `Your card at ${shop}`,
    intro: shop => `${shop} has a member card for you. With this link, you make it yours:`,
    orCode: code => `The page also takes the code: ${code}`,
    validUntil: date => `Link and code work once, until ${date}.`,
    ignore: "If you don't know the shop, ignore this email.",
  },
  de: {
    subject: shop => `Deine Karte bei ${shop}`,
    intro: shop => `${shop} hat eine Kundenkarte für dich. Mit diesem Link übernimmst du sie:`,
    orCode: code => `Die Seite nimmt auch den Code an: ${code}`,
    validUntil: date => `Link und Code gelten einmal, bis ${date}.`,
    ignore: 'Wenn du den Laden nicht kennst, ignoriere diese E-Mail.',
  },
  es: {
    subject: shop => `Tu tarjeta de ${shop}`,
    intro: shop => `${shop} tiene una tarjeta de cliente para ti. Con este enlace la haces tuya:`,
    orCode: code => `La página también acepta el código: ${code}`,
    validUntil: date => `El enlace y el código sirven una vez, hasta el ${date}.`,
    ignore: 'Si no conoces la tienda, ignora este correo.',
  },
  fr: {
    subject: shop => `Votre carte chez ${shop}`,
    intro: shop => `${shop} a une carte de fidélité pour vous. Ce lien vous permet de la récupérer :`,
    orCode: code => `La page accepte aussi le code : ${code}`,
    validUntil: date => `Le lien et le code servent une seule fois, jusqu'au ${date}.`,
    ignore: 'Si vous ne connaissez pas ce commerce, ignorez cet e-mail.',
  },
  pt: {
    subject: shop => `Seu cartão em ${shop}`,
    intro: shop => `${shop} tem um cartão fidelidade para você. Com este link, ele passa a ser seu:`,
    orCode: code => `A página também aceita o código: ${code}`,
    validUntil: date => `O link e o código valem uma vez, até ${date}.`,
    ignore: 'Se você não conhece a loja, ignore este e-mail.',
  },
  it: {
    subject: shop => `La tua tessera di ${shop}`,
    intro: shop => `${shop} ha una tessera per te. Con questo link diventa tua:`,
    orCode: code => `La pagina accetta anche il codice: ${code}`,
    validUntil: date => `Link e codice valgono una volta, fino al ${date}.`,
    ignore: 'Se non conosci il negozio, ignora questa email.',
  },
  nl: {
    subject: shop => `Je kaart van ${shop}`,
    intro: shop => `${shop} heeft een klantenkaart voor je. Met deze link wordt die van jou:`,
    orCode: code => `De pagina neemt ook de code aan: ${code}`,
    validUntil: date => `Link en code werken één keer, tot ${date}.`,
    ignore: 'Ken je de winkel niet? Negeer dan deze e-mail.',
  },
  pl: {
    subject: shop => `Twoja karta w ${shop}`,
    intro: shop => `${shop} ma dla Ciebie kartę stałego klienta. Ten link przypisze ją do Twojego konta:`,
    orCode: code => `Strona przyjmuje też kod: ${code}`,
    validUntil: date => `Link i kod działają raz, do ${date}.`,
    ignore: 'Jeśli nie znasz tego sklepu, zignoruj tę wiadomość.',
  },
  tr: {
    subject: shop => `${shop} kartınız`,
    intro: shop => `${shop} sizin için bir müşteri kartı açtı. Bu bağlantıyla kart sizin olur:`,
    orCode: code => `Sayfaya kodu da yazabilirsiniz: ${code}`,
    validUntil: date => `Bağlantı ve kod bir kez kullanılır. Son tarih: ${date}.`,
    ignore: 'Bu mağazayı tanımıyorsanız bu e-postayı dikkate almayın.',
  },
  ar: {
    subject: shop => `بطاقتك لدى ${shop}`,
    intro: shop => `لدى ${shop} بطاقة ولاء لك. بهذا الرابط تصبح باسمك:`,
    orCode: code => `تقبل الصفحة الرمز أيضًا: ${code}`,
    validUntil: date => `يعمل الرابط والرمز مرة واحدة، حتى ${date}.`,
    ignore: 'إن كان المتجر غير معروف لك، فيمكن تجاهل هذه الرسالة.',
  },
};

interface ClaimLetter {
  shop: string;
  /** Language and zone of the shop, because the person has no account yet. */
  locale: string;
  timeZone: string;
  code: string;
  url: string;
  expiresAt: string;
}

/** Writes the email with a code that makes a membership its reader's own. */
export function writeClaimLetter({ shop, locale: tag, timeZone, code, url, expiresAt }: ClaimLetter) {
  const locale = toLocale(tag) ?? 'en';
  const t = TEXTS[locale];
  const notation = toUsableLocale(toLocale(tag) ? tag : DEFAULT_LOCALE);
  const dates = new Intl.DateTimeFormat(notation, {
    numberingSystem: 'latn',
    dateStyle: 'long',
    timeZone: toUsableTimeZone(timeZone),
  });
  const text = `${t.intro(shop)}
${url}

${t.orCode(code)}

${t.validUntil(dates.format(new Date(expiresAt)))}
${t.ignore}
`;
  return { subject: t.subject(shop).replaceAll(/\s+/g, ' ').trim(), text };
}
