import { getDigits } from '../../../platform/currency-digits.ts';
import { MAX_EMAIL_LENGTH, trimText } from '../../../platform/formats.ts';
import { MAX_CENTS } from '../../../platform/money.ts';
import { MAX } from '../../../platform/schema.ts';

/** Longer texts are no IDs of a shop system. */
export const MAX_EXTERNAL_ID = 100;
const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/;
const CURRENCY = /^[A-Za-z]{3}$/;

/** The content of a shop system's webhook about an order, in the terms of all systems. */
export interface OrderMessage {
  /** The ID of the order, or of its payment, in the shop system. */
  orderId: string;
  /** ISO 4217. */
  currency: string;
  /** The value of a paid order, in the smallest unit; absent if the message is about refunds only. */
  amountCents?: number;
  email?: string;
  /** The number as the buyer typed it, with the buyer's country if it is known. */
  phone?: { text: string; country: string | null };
  /** Refunds, each with the ID by which it counts once. */
  refunds: { id: string; amountCents: number }[];
  /** The sum of all refunds, if the system sends it. */
  refundedCents?: number;
}

/** Reads fields of a JSON object of unknown shape. */
export class Fields {
  readonly #fields: Record<string, unknown>;

  constructor(value: unknown) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.#fields = isObject ? (value as Record<string, unknown>) : {};
  }

  get(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  text(name: string, maxLength: number = MAX_EMAIL_LENGTH): string | undefined {
    const value = this.get(name);
    if (typeof value !== 'string') return undefined;
    const text = trimText(value);
    return text === '' || text.length > maxLength ? undefined : text;
  }

  /** Returns an ID, which is a text or a number. */
  id(name: string): string | undefined {
    const value = this.get(name);
    if (Number.isSafeInteger(value) && (value as number) > 0) return String(value);
    return this.text(name, MAX_EXTERNAL_ID);
  }

  currency(name: string): string | undefined {
    const code = this.text(name);
    return code !== undefined && CURRENCY.test(code) ? code.toUpperCase() : undefined;
  }

  /** Returns a decimal amount, such as "24.50", in the smallest unit without its sign. */
  decimal(name: string, currency: string): number | undefined {
    const value = this.get(name);
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !DECIMAL.test(text)) return undefined;
    return inRange(Math.abs(Math.round(Number(text) * 10 ** getDigits(currency))));
  }

  /** Returns an amount in the smallest unit. */
  minor(name: string): number | undefined {
    const value = this.get(name);
    return Number.isSafeInteger(value) && (value as number) >= 0 ? inRange(value as number) : undefined;
  }

  phone(name: string, country: string | null = null): OrderMessage['phone'] {
    const text = this.text(name, MAX.phone);
    return text === undefined ? undefined : { text, country };
  }

  object(name: string): Fields {
    return new Fields(this.get(name));
  }

  list(name: string): Fields[] {
    const value = this.get(name);
    return Array.isArray(value) ? value.map(item => new Fields(item)) : [];
  }
}

function inRange(cents: number): number | undefined {
  return cents <= MAX_CENTS ? cents : undefined;
}
