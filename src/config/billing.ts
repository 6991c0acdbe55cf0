import { setting } from './setting.ts';

/** The account that businesses pay their invoices to. */
interface BankDetails {
  payee: string;
  bank: string | null;
  iban: string | null;
  bic: string | null;
  /** Account and routing number of a country without IBAN. */
  account: string | null;
  routing: string | null;
}

const FIELDS = ['payee', 'bank', 'iban', 'bic', 'account', 'routing'] as const;
const MAX_DETAILS = 1_000;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
/** ISO 7064: the number of a valid IBAN leaves the remainder 1. */
const IBAN_MODULUS = 97n;
const IBAN_REMAINDER = 1n;
/** The countries and check digits of an IBAN are moved to its end before its remainder is taken. */
const IBAN_PREFIX = 4;
const LETTER_BASE = 36;
const GROUP = /.{4}(?=.)/g;

export const BANK_DETAILS = setting<BankDetails | null>(
  'BILLING_BANK_DETAILS',
  null,
  parseBankDetails,
  'Account for bank transfers, shown with open invoices, such as "payee=Perks Ltd; iban=DE89 3704 0044 0532 0130 00; bank=Example Bank; bic=COBADEFF"; without IBAN: account and routing',
);

/** Parses `name=value` pairs, separated by semicolons. */
function parseBankDetails(text: string): BankDetails {
  if (text.length > MAX_DETAILS) throw new Error(`must have at most ${MAX_DETAILS} characters`);
  const values = new Map<string, string>();
  for (const part of text.split(';').filter(one => one.trim() !== '')) {
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    if (!(FIELDS as readonly string[]).includes(name.trim()) || value === '')
      throw new Error(`must be a list of name=value, separated by semicolons, of ${FIELDS.join(', ')}`);
    values.set(name.trim(), value);
  }
  const payee = values.get('payee');
  if (payee === undefined) throw new Error('must name the payee: payee=…');
  const iban = values.get('iban')?.replaceAll(/\s/g, '').toUpperCase();
  const bic = values.get('bic')?.replaceAll(/\s/g, '').toUpperCase();
  if (iban === undefined && !values.has('account')) throw new Error('must include iban=… or account=…');
  if (iban !== undefined && !isIban(iban)) throw new Error('has an IBAN with a wrong length or check digit');
  if (bic !== undefined && !BIC.test(bic)) throw new Error('has a BIC that is not 8 or 11 characters long');
  return {
    payee,
    bank: values.get('bank') ?? null,
    iban: iban?.replaceAll(GROUP, '$& ') ?? null,
    bic: bic ?? null,
    account: values.get('account') ?? null,
    routing: values.get('routing') ?? null,
  };
}

function isIban(iban: string): boolean {
  if (!IBAN.test(iban)) return false;
  const moved = iban.slice(IBAN_PREFIX) + iban.slice(0, IBAN_PREFIX);
  const digits = moved.replaceAll(/[A-Z]/g, letter => String(Number.parseInt(letter, LETTER_BASE)));
  return BigInt(digits) % IBAN_MODULUS === IBAN_REMAINDER;
}
