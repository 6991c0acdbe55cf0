/** Calls that format by a language or a time zone. The device's own settings and lists of names need neither. */
const CALLS =
  /\bIntl\.(?!supportedValuesOf\(|DateTimeFormat\(\))[A-Z]\w*\(|\.toLocale[A-Z]\w*\(|\.toZonedDateTime(?:ISO)?\(/g;
/** Constants, and texts that code writes itself; `parse` empties all strings. */
const CONSTANT = /^(''|FORMAT_LOCALE\b|LOCALE\b|DEFAULT_\w+|toUsable(Locale|TimeZone)\()/;

/** Returns the text between a parenthesis and its counterpart. */
function readArguments(code: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; end < code.length && depth > 0; end++) depth += { '(': 1, ')': -1 }[code.charAt(end)] ?? 0;
  return code.slice(start, end - 1);
}

/**
 * Lists the calls whose language or time zone is neither a constant nor from src/platform/intl.ts.
 * @param code without strings
 */
export function listUncheckedCalls(code: string): string[] {
  const isChecked = (value: string) => {
    const name = /^\w+/.exec(value)?.[0];
    return CONSTANT.test(value) || new RegExp(`\\b${name} = toUsable(Locale|TimeZone)\\(`).test(code);
  };
  return [...code.matchAll(CALLS)].flatMap(({ 0: call, index }) => {
    const given = readArguments(code, index + call.length);
    const zones = [...given.matchAll(/[{,]\s*(timeZone)\b(?:: ([^\n]*))?/g)].map(
      ([, name, value]) => value ?? name ?? '',
    );
    return [given.trimStart(), ...zones].every(isChecked) ? [] : [`${call}${given})`];
  });
}
