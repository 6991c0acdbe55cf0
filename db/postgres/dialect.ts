/**
 * Translates statements from SQLite's dialect, in which Drizzle writes them, to PostgreSQL's. All other differences are
 * avoided in the statements themselves.
 */

/** A quoted text or name, a parameter with the unary plus that SQLite needs, or the target of a conflict clause. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\+?\?|\bon conflict \(([^)]*)\)/gi;
/** Drizzle qualifies the columns of a conflict target, which PostgreSQL rejects. */
const QUALIFIER = /"[^"]+"\."/g;

const translated = new Map<string, string>();

/** Returns the statement with numbered parameters and bare conflict targets. */
export function toPostgres(text: string): string {
  let result = translated.get(text);
  if (result === undefined) {
    result = translate(text);
    // Statements with lists of values have as many texts as lists have lengths, so the cache needs a limit.
    if (translated.size >= MAX_CACHED_TEXTS) translated.clear();
    translated.set(text, result);
  }
  return result;
}

const MAX_CACHED_TEXTS = 5_000;

function translate(text: string): string {
  let parameters = 0;
  return text.replace(TOKENS, (token, target: string | undefined) => {
    if (target !== undefined) return `on conflict (${target.replace(QUALIFIER, '"')})`;
    if (token.endsWith('?') && token.length <= 2) return `$${++parameters}`;
    return token;
  });
}
