/** One setting of an installation. */
export interface Setting<T> {
  env: string;
  /** The command-line flag that overrides it, if any. */
  flag?: string;
  fallback: T;
  doc: string;
  secret?: boolean;
  /** Name for a group of similar settings in tables, such as `OAUTH_<PLATFORM>_TOKEN_URL`. */
  family?: string;
  /** Parses the text, or throws an error whose message continues "NAME …". */
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
