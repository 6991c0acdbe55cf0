import { snakeCase } from '../../platform/names.ts';

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

export const INDENT = '    ';

/** Converts an API name to a Python identifier. */
export function toIdentifier(name: string): string {
  const snake = snakeCase(name);
  return KEYWORDS.has(snake) || /^\d/.test(snake) ? `${snake}_` : snake;
}

export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name) && !name.startsWith('__');
}

/** Converts a value to a Python literal. */
export function toLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** Indents every line that is not empty. */
export function indent(text: string, levels = 1): string {
  return text
    .split('\n')
    .map(line => (line === '' ? '' : INDENT.repeat(levels) + line))
    .join('\n');
}

export function toDocstring(lines: string[]): string {
  const safe = lines.map(line => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''").trimEnd());
  while (safe.at(-1) === '') safe.pop();
  const [only = ''] = safe;
  // A quote at the end would merge with the closing quotes.
  if (safe.length === 1) return `"""${only.replace(/"$/, "'")}"""`;
  return `"""${safe.join('\n')}\n"""`;
}
