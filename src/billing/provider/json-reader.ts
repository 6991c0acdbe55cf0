import { iso } from '../../platform/clock.ts';

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** Longer text is no ID, name or metadata of the provider, whose values have up to 500 characters. */
export const MAX_PROVIDER_TEXT = 500;

/** Reads fields of a JSON object of unknown shape. */
export class JsonReader {
  readonly #fields: Record<string, unknown>;

  constructor(value: unknown) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.#fields = isObject ? (value as Record<string, unknown>) : {};
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  text(name: string): string | null {
    const value = this.#get(name);
    return typeof value === 'string' && value !== '' && value.length <= MAX_PROVIDER_TEXT ? value : null;
  }

  /** Returns the id in a field, which holds either the id or the expanded object. */
  id(name?: string): string | null {
    if (name === undefined) return this.text('id');
    return this.text(name) ?? this.object(name).text('id');
  }

  whole(name: string): number | null {
    const value = this.#get(name);
    return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
  }

  /** Converts Unix seconds to the database's time format. */
  time(name: string): string | null {
    const seconds = this.whole(name);
    return seconds === null || seconds > LAST_SECOND ? null : iso(seconds * 1_000);
  }

  is(name: string): boolean {
    return this.#get(name) === true;
  }

  object(name: string): JsonReader {
    return new JsonReader(this.#get(name));
  }

  list(name: string): JsonReader[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value.map(item => new JsonReader(item)) : [];
  }
}

export const EMPTY = new JsonReader({});
