/** One setting of an installation. */
export interface Setting<T> {
  env: string;
  /** The command-line flag that overrides it, where there is one. */
  flag?: string;
  fallback: T;
  doc: string;
  secret?: boolean;
  /** The name that stands for this setting and its like in tables, e.g. `OAUTH_<PLATFORM>_TOKEN_URL`. */
  family?: string;
  /** Turns the text into a value, or throws with a sentence that continues "NAME …". */
  parse(text: string): T;
}

export function setting<T>(
  env: string,
  fallback: T,
  parse: (text: string) => T,
  doc: string,
  more: { flag?: string; secret?: boolean } = {},
): Setting<T> {
  return { env, fallback, parse, doc, ...more };
}
