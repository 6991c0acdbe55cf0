/** Splits a name in any case style into words: `createApiKey`, `api-keys`, `API_KEY`. */
export function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase());
}

export function snakeCase(name: string): string {
  return splitWords(name).join('_');
}

export function pascalCase(name: string): string {
  return splitWords(name)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function kebabCase(name: string): string {
  return splitWords(name).join('-');
}
