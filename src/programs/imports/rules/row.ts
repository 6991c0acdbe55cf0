import { iso } from '../../../platform/clock.ts';
import { getDigits } from '../../../platform/currency-digits.ts';
import { cutText } from '../../../platform/cut-text.ts';
import { type DateOrder, readDataDate } from '../../../platform/date-text.ts';
import {
  isFreeId,
  isStorableText,
  normalizeEmail,
  normalizeId,
  trimText,
} from '../../../platform/formats.ts';
import { getMaxAmount, hasAtMostDecimals, toCentsOrZero } from '../../../platform/money.ts';
import { readDataNumber } from '../../../platform/number-text.ts';
import { parsePhone } from '../../../platform/phone.ts';
import { MAX } from '../../../platform/schema.ts';
import { MAX_POINTS_PER_ACTIVITY } from '../../members/rules.ts';
import type { ImportField } from './columns.ts';
import type { Header } from './header.ts';

/** More would be an error in the file. */
const MAX_OPENING_VISITS = 1_000_000;
const MAX_OPENING_REWARDS = 100;

/** A row of a file as values of a member. An absent value does not change an existing member. */
export interface ImportRecord {
  line: number;
  memberId?: string;
  name?: string;
  email?: string;
  /** In E.164 format. */
  phone?: string;
  points?: number;
  visits?: number;
  cashbackCents?: number;
  /** The sum of earlier purchases. */
  spendCents?: number;
  /** Rewards that the member has earned and not redeemed. */
  rewards?: number;
  joinedAt?: string;
  lastVisitAt?: string;
}

/** Why a row is rejected: its line, counted from 1, and the name of the column; null for the row as a whole. */
export interface RowError {
  line: number;
  column: string | null;
  issue: string;
}

/** The properties of the business on which the values of a file depend. */
interface RowContext {
  currency: string;
  /** The country of phone numbers without a country code. */
  country: string | null;
  timeZone: string;
  /** The order of day and month in dates; undefined if it is not certain. */
  dateOrder: DateOrder | undefined;
  nowMs: number;
}

/** A value that a cell does not have; its message is the issue. */
class CellError extends Error {}

/** Reads the values of a row. @returns the errors of all invalid cells, if there are any */
export function readRecord(
  { line, cells, problem }: { line: number; cells: readonly string[]; problem?: string },
  { at, names, ownIdAt }: Header,
  context: RowContext,
): ImportRecord | RowError[] {
  if (problem !== undefined) return [{ line, column: null, issue: problem }];
  if (cells.length > names.length && cells.slice(names.length).some(cell => cell.trim() !== ''))
    return [
      { line, column: null, issue: `has ${cells.length} cells, but the first row has ${names.length}` },
    ];
  const errors: RowError[] = [];
  const textAt = (index: number | undefined) => (index === undefined ? '' : trimText(cells[index] ?? ''));
  const idAt = textAt(at.memberId) === '' ? ownIdAt : at.memberId;
  const read = <T>(field: ImportField, parse: (text: string) => T): T | undefined => {
    const index = field === 'memberId' ? idAt : at[field];
    const text = textAt(index);
    if (index === undefined || text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      errors.push({ line, column: names[index] ?? null, issue: error.message });
      return undefined;
    }
  };
  const parts = [read('firstName', readText(MAX.name)), read('lastName', readText(MAX.name))];
  const joined = parts.filter(part => part !== undefined).join(' ');
  const record = {
    memberId: read('memberId', readId),
    name: read('name', readText(MAX.name)) ?? (joined === '' ? undefined : cutText(joined, MAX.name)),
    email: read('email', readEmail),
    phone: read('phone', text => readPhone(text, context.country)),
    points: read('points', text => readCount(text, MAX_POINTS_PER_ACTIVITY)),
    visits: read('visits', text => readCount(text, MAX_OPENING_VISITS)),
    cashbackCents: read('cashback', text => readAmount(text, context.currency)),
    spendCents: read('spend', text => readAmount(text, context.currency)),
    rewards: read('rewards', text => readCount(text, MAX_OPENING_REWARDS)),
    joinedAt: read('joinedAt', text => readTime(text, context)),
    lastVisitAt: read('lastVisitAt', text => readTime(text, context)),
  };
  if (errors.length > 0) return errors;
  if (record.memberId === undefined && record.phone === undefined && record.email === undefined)
    return [{ line, column: null, issue: 'must have a memberId, phone or email' }];
  return { line, ...record };
}

function readText(maxLength: number) {
  return (text: string): string => {
    if (text.length > maxLength) throw new CellError(`must have at most ${maxLength} characters`);
    if (!isStorableText(text)) throw new CellError('must not have control characters');
    return text;
  };
}

function readId(cell: string): string {
  const text = normalizeId(cell);
  if (!isFreeId(text)) throw new CellError('must be an ID on a single line, other than . and ..');
  return readText(MAX.id)(text);
}

function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined) throw new CellError('must be a valid email address');
  return email;
}

function readPhone(text: string, country: string | null): string {
  const phone = text.length > MAX.phone ? undefined : parsePhone(text, country);
  if (phone !== undefined) return phone;
  throw new CellError(
    country === null
      ? 'must be a valid phone number with country code, such as +12025550143; for national numbers, set the country of the business'
      : `must be a valid phone number of ${country}, or one with country code`,
  );
}

function readCount(text: string, maximum: number): number {
  const count = readDataNumber(text, { isWhole: true });
  if (count === undefined || !Number.isInteger(count) || count < 0)
    throw new CellError('must be a whole number of at least 0');
  if (count > maximum) throw new CellError(`must be at most ${maximum}`);
  return count;
}

function readAmount(text: string, currency: string): number {
  const amount = readDataNumber(text);
  if (amount === undefined || amount < 0)
    throw new CellError('must be an amount of at least 0, such as 12.50');
  const max = getMaxAmount(currency);
  if (amount > max) throw new CellError(`must be at most ${max}`);
  const digits = getDigits(currency);
  if (!hasAtMostDecimals(amount, digits)) throw new CellError(`must have at most ${digits} decimal places`);
  return toCentsOrZero(amount, currency, 'amount');
}

function readTime(text: string, { nowMs, ...context }: RowContext): string {
  const timeMs = readDataDate(text, context);
  if (timeMs === undefined || timeMs < 0)
    throw new CellError(
      context.dateOrder === undefined
        ? 'must be a date such as 2024-03-07; for others, set the country of the business'
        : `must be a date such as 2024-03-07 or ${context.dateOrder === 'dayFirst' ? '7/3/2024' : '3/7/2024'}`,
    );
  if (timeMs > nowMs) throw new CellError('must not be in the future');
  return iso(timeMs);
}
