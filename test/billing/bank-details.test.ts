import { afterAll, beforeAll, expect, test } from 'bun:test';
import { loadConfig } from '../../src/config/index.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const DETAILS = 'payee=Perks, Cups & Co.; iban=de89370400440532013000; bank=Example Bank; bic=cobadeff';

let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp({ BILLING_BANK_DETAILS: DETAILS });
});
afterAll(() => ctx.close());

const load = (text: string) => loadConfig({ env: { BILLING_BANK_DETAILS: text } });

test('the status of billing says where to pay by bank transfer', async () => {
  const { token: as } = await createBusiness(ctx);
  const { data } = await ctx.call('POST', '/billing', { action: 'status' }, { as });
  expect(data.bankDetails).toEqual({
    payee: 'Perks, Cups & Co.',
    bank: 'Example Bank',
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: 'COBADEFF',
    account: null,
    routing: null,
  });
});

test('an account outside the IBAN countries has an account and a routing number', () => {
  const { config, problems } = load('payee=Perks Inc.; account=000123456789; routing=110000000');
  expect(problems).toEqual([]);
  expect(config.billingBankDetails).toMatchObject({
    account: '000123456789',
    routing: '110000000',
    iban: null,
  });
});

test.each([
  ['payee=Perks; iban=DE88370400440532013000', 'has an IBAN with a wrong length or check digit'],
  ['payee=Perks; iban=DE89; bic=COBADEFF', 'has an IBAN with a wrong length or check digit'],
  ['payee=Perks; iban=DE89370400440532013000; bic=COBA', 'has a BIC that is not 8 or 11 characters long'],
  ['iban=DE89370400440532013000', 'must name the payee: payee=…'],
  ['payee=Perks', 'must include iban=… or account=…'],
  [
    'payee=Perks; city=Berlin',
    'must be a list of name=value, separated by semicolons, of payee, bank, iban, bic, account, routing',
  ],
])('%s is refused when the server starts', (text, problem) => {
  expect(load(text).problems).toContain(`BILLING_BANK_DETAILS ${problem}`);
});
