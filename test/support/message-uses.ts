/** A text of an area, `t.name`, `t.group.name` or `t.group[`, in a source that calls the area `t`. */
const toUse = (alias: string) => new RegExp(`\\b${alias}\\s*\\.(\\w+)(\\[|\\.\\w+)?`, 'g');

/** Returns whether a text takes values. */
export const hasValues = (text: string) => text.includes('{');

/** Returns the names of an area's texts that sources use; `name[` for one chosen at run time. */
export function findUses(area: string, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const source of sources)
    for (const [, key = '', rest = ''] of source.matchAll(toUse(findAlias(area, source)))) {
      found.add(key);
      // A group without a name is passed on as a whole.
      found.add(rest === '' ? `${key}[` : key + rest);
    }
  return found;
}

/** Returns the texts of an area that sources format, and the names of the values they get. */
export function findFormattings(area: string, sources: readonly string[]) {
  return sources.flatMap(source =>
    [...source.matchAll(/\bformatText\(/g)].flatMap(({ index }) => {
      const [message = '', values = ''] = splitTopLevel(source, index + 'formatText('.length);
      const names = [...message.matchAll(toUse(findAlias(area, source)))].map(
        ([, key, rest = '']) => key + rest,
      );
      if (names.length === 0 || !values.startsWith('{')) return [];
      const keys = splitTopLevel(values, 1).map(entry => /^\w+/.exec(entry)?.[0] ?? '');
      return { names, values: keys.filter(Boolean).sort() };
    }),
  );
}

/** Returns a source without the texts that it formats. */
export function removeFormattings(source: string): string {
  const start = 'formatText(';
  return source.split(start).reduce((kept, rest) => {
    const [message = ''] = splitTopLevel(`${rest})`, 0);
    return `${kept}${rest.slice(rest.indexOf(message) + message.length)}`;
  });
}

/** Returns the name of an area's texts in a source. */
function findAlias(area: string, source: string): string {
  const imported = new RegExp(`\\{ ${area}(?: as (\\w+))? \\} from '[^']*messages/${area}/index.ts'`).exec(
    source,
  );
  return imported ? (imported[1] ?? area) : '(?!)';
}

/** Splits the parts of a list by their commas, from the index after its bracket to the closing one. */
function splitTopLevel(source: string, from: number): string[] {
  const parts: string[] = [];
  let start = from;
  let depth = 0;
  for (let index = from; index < source.length; index++) {
    const character = source[index] as string;
    if (depth === 0 && /[,)}\]]/.test(character)) {
      parts.push(source.slice(start, index).trim());
      if (character !== ',') return parts;
      start = index + 1;
    } else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character)) depth--;
  }
  return parts;
}
