import { signal } from '@preact/signals';

/** A page in a language and browser, which reads amounts as the language writes them; prints the ones it misreads as JSON. */
const [lang = 'en', tag = 'en'] = process.argv.slice(2);
Object.assign(globalThis, { document: { documentElement: { lang } } });
Object.defineProperty(globalThis, 'navigator', { value: { languages: [tag] } });

const { CURRENCIES } = await import('../../src/platform/currencies.ts');
const { getDigits } = await import('../../src/platform/currency-digits.ts');
const { loadMessages } = await import('../../src/dashboard/messages/area.ts');
const { FORMAT_LOCALE } = await import('../../src/dashboard/messages/text.ts');
const { formatMoney } = await import('../../src/dashboard/data/format.ts');
const page = await import('../../src/dashboard/data/parse-number.ts');
await loadMessages();
await page.loadNumberReader();

const VALUES = [0, 0.05, 0.5, 1, 12.5, 123.45, 1_234.56, 12_345.6, 1_234_567.89, 99_999_999.99];
const misread: [string, number, unknown][] = [];
let read = 0;
for (const currency of CURRENCIES) {
  const digits = getDigits(currency);
  for (const each of VALUES) {
    const value = Number(each.toFixed(digits));
    const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    // The texts of the page itself, and those of the browser's formats.
    const texts = [
      formatMoney(value, currency),
      page.toMoneyText(value, currency),
      new Intl.NumberFormat(FORMAT_LOCALE, style).format(value),
      new Intl.NumberFormat(FORMAT_LOCALE, {
        ...style,
        style: 'currency',
        currency,
        currencyDisplay: 'code',
      }).format(value),
    ];
    for (const text of texts) {
      read += 1;
      const parsed = page.parseAmount(signal(text), currency);
      if (parsed !== value) misread.push([text, value, parsed]);
    }
  }
}
await Bun.write(Bun.stdout, JSON.stringify({ read, misread, locale: FORMAT_LOCALE }));
