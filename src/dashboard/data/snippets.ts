/** An operation as /operations.json lists it. */
export interface Operation {
  method: string;
  path: string;
  /** Input names by location. */
  pathFields: string[];
  queryFields: string[];
  bodyFields: string[];
}

interface Snippets {
  curl: string;
  CLI: string;
  Python: string;
}

type Values = Record<string, unknown>;

/** Renders an API call as curl, CLI and Python code, omitting undefined values. */
export function renderSnippets(id: string, operation: Operation, values: Values, origin: string): Snippets {
  const defined = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return {
    curl: renderCurl(operation, defined, origin),
    CLI: renderCli(id, defined, origin),
    Python: renderPython(id, defined, origin),
  };
}

function renderCurl(
  { method, path, pathFields, queryFields, bodyFields }: Operation,
  values: Values,
  origin: string,
): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(values[name] ?? `<${name}>`)),
  );
  const query = new URLSearchParams(
    pickEntries(values, queryFields).map(([name, value]) => [name, String(value)]),
  );
  const url = `${origin}${filledPath}${query.size > 0 ? `?${query}` : ''}`;
  const body = pickEntries(
    values,
    bodyFields.filter(name => !pathFields.includes(name)),
  );
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`,
    `-H "X-API-Key: $PERKMINT_API_KEY"`,
  ];
  if (method === 'POST' || method === 'PUT') {
    lines.push("-H 'Content-Type: application/json'", '-H "Idempotency-Key: $(uuidgen)"');
    lines.push(`-d ${quoteForShell(JSON.stringify(Object.fromEntries(body), null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

function renderCli(id: string, values: Values, origin: string): string {
  const fields = Object.entries(values).map(
    ([name, value]) =>
      `--${name} ${quoteForShell(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return [`perkmint api ${id}`, ...fields, `--server ${quoteForShell(origin)}`].join(' \\\n  ');
}

function renderPython(id: string, values: Values, origin: string): string {
  const name = id.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const fields = Object.entries(values).map(
    ([field, value]) =>
      `    ${field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()}=${toPythonLiteral(value)},`,
  );
  return [
    'import os',
    'import perkmint',
    '',
    `client = perkmint.Client(${toPythonLiteral(origin)}, api_key=os.environ["PERKMINT_API_KEY"])`,
    fields.length === 0 ? `print(client.${name}())` : `print(client.${name}(\n${fields.join('\n')}\n))`,
  ].join('\n');
}

function pickEntries(values: Values, names: string[]): [string, unknown][] {
  return names.flatMap(name => (name in values ? [[name, values[name]] as [string, unknown]] : []));
}

/** Quotes text for a POSIX shell if needed. */
function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function toPythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${toPythonLiteral(item)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** An API call to show as code. */
export interface ApiCall {
  /** The operationId, e.g. createCampaign. */
  operation: string;
  /** The values that the page would send, for path, query and body. */
  values: Record<string, unknown>;
}
