import { OWNER } from './server.ts';
import { type Scene, waitUntil } from './support.ts';

const CASHBACK = { type: 'percentage', value: 10, maxPerTransaction: 20 };

/** Texts of the maximum per order, each with the amount that is stored; null if the page asks for another text. */
const LANGUAGES: { locale: string; field: string; save: string; typed: [string, number | null][] }[] = [
  {
    locale: 'en',
    field: 'Maximum per order',
    save: 'Save terms',
    typed: [
      ['1.000,00', 1000],
      ['20 $', 20],
      ['٥٠٠', 500],
      ['1,250', 1250],
      ['1.250', null],
      ['10 %', null],
      ['3x', null],
    ],
  },
  {
    locale: 'de',
    field: 'Maximum pro Bestellung',
    save: 'Bedingungen speichern',
    typed: [
      ['1.250', 1250],
      ['1,250', null],
      ['12,50 €', 12.5],
      ['30 Min.', null],
    ],
  },
];

/** Amounts as people type them. */
export const numberScenes: Scene[] = [
  [
    'numbers: a maximum is stored as it was meant, or asked for, in English and German',
    async ({ page, go, signIn, server, screenshot }) => {
      const terms = { name: 'Typed', rewards: { cashback: CASHBACK } };
      const { id } = await server.api<{ id: string }>('POST', '/programs', terms, server.owner);
      const path = `/programs/${id}`;
      await signIn(OWNER);
      let stored = CASHBACK.maxPerTransaction;
      for (const { locale, field, save, typed } of LANGUAGES) {
        await page.context().addCookies([{ name: 'perkmint_locale', value: locale, url: server.url }]);
        await go(`/dashboard/programs/${id}?view=terms`);
        for (const [text, value] of typed) {
          await page.getByLabel(field).fill(text);
          const former = await page.getByLabel(field).elementHandle();
          const saved = page.waitForResponse(response => response.request().method() === 'PUT');
          saved.catch(() => {});
          await page.getByRole('button', { name: save }).click();
          if (value === null) await page.locator('input[aria-invalid="true"]').waitFor();
          else {
            await saved;
            // The form of the stored terms takes its place, which would discard what the next step types.
            await former?.waitForElementState('hidden');
          }
          stored = value ?? stored;
          const { rewards } = await server.api<typeof terms>('GET', path, undefined, server.owner);
          const found = rewards.cashback.maxPerTransaction;
          if (found !== stored) throw new Error(`${text} was stored as ${found}, not as ${stored}`);
        }
        await screenshot(`number-${locale}`, { width: 390 });
      }
    },
  ],
  [
    'numbers: a form that is submitted before the reader has loaded is sent once it has',
    async ({ page, go, signIn, server }) => {
      const terms = { name: 'Hasty', rewards: { cashback: CASHBACK } };
      const { id } = await server.api<{ id: string }>('POST', '/programs', terms, server.owner);
      await signIn(OWNER);
      const held = Promise.withResolvers<void>();
      let isHeld = false;
      await page.route(/\/assets\//, async route => {
        const response = await route.fetch();
        if ((await response.text()).includes('supportedValuesOf("currency")')) {
          isHeld = true;
          await held.promise;
        }
        await route.fulfill({ response });
      });
      await go(`/dashboard/programs/${id}?view=terms`);
      await page.getByLabel('Maximum per order').fill('1.000,00');
      await page.getByRole('button', { name: 'Save terms' }).click();
      const saved = page.waitForResponse(response => response.request().method() === 'PUT');
      await waitUntil(() => isHeld, 'The reader was not loaded with the page');
      held.resolve();
      const { data } = (await (await saved).json()) as { data: typeof terms };
      const { maxPerTransaction } = data.rewards.cashback;
      if (maxPerTransaction !== 1000) throw new Error(`1.000,00 was stored as ${maxPerTransaction}`);
    },
  ],
];
