import type { Command } from 'commander';
import type { OpenApiDocument, Schema } from '../../src/describe/openapi/document.ts';
import {
  type Arguments,
  listOperationCalls,
  type OperationCall,
  prepareRequest,
} from '../../src/describe/operation-calls.ts';
import { AppError, ERRORS } from '../../src/errors.ts';
import { BOM, FORMAT } from '../../src/http/csv/options.ts';
import { DRY_RUN_HEADER } from '../../src/http/dry-run.ts';
import { kebabCase } from '../../src/platform/names.ts';
import { suggest } from '../../src/platform/suggest.ts';
import { readFailure } from '../api/client.ts';
import { describeApi } from '../api/description.ts';
import { jsonTypes, parseFlags } from '../api/flags.ts';
import { openTarget, type TargetOptions, withTarget } from '../api/target.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { readInputText, toInputText } from '../input.ts';
import type { Output } from '../output.ts';
import { findApiKey } from '../secrets.ts';

interface ApiOptions extends TargetOptions {
  input?: string;
  out?: string;
  csv?: boolean;
}

const HELP = new Set(['--help', '-h', 'help']);
const MAX_COLUMNS = 6;

export function apiCommand(program: Command, action: Action): void {
  const command = program
    .command('api')
    .description('Call any operation of the API; without a name, list them')
    .argument(
      '[operationId]',
      'operation ID from the API description, e.g. listCampaigns (health is short for getHealth)',
    )
    .argument('[fields...]', 'one --field value pair per field (see <operationId> --help)')
    .option('--input <file>', 'read the fields from a JSON file, or - for stdin; --field overrides one')
    .option('--out <file>', 'write the response to a file')
    .option('--csv', 'print a list as CSV, with all records that match')
    // Of its own: the help of an operation is made of the API description.
    .helpOption(false)
    .allowUnknownOption()
    .action(action<ApiOptions>(callOperation));
  withTarget(command);
  withExamples(
    command,
    'perkmint api listCampaigns --state active --business biz_01…',
    'PERKMINT_API_KEY=… perkmint api getCampaign --id cmp_01… --server https://perks.example',
    'perkmint api createCampaign --input campaign.json --business biz_01…',
    'perkmint api createCampaign --help',
    'perkmint api listMembers --id prg_01… --csv > members.csv',
  );
}

async function callOperation(
  context: CommandContext<ApiOptions>,
  id?: string,
  ...words: string[]
): Promise<void> {
  if (id !== undefined && HELP.has(id)) {
    context.command.outputHelp();
    return;
  }
  if (id === undefined || words.some(word => HELP.has(word))) {
    const document = await describeApi(context);
    if (id === undefined) listOperations(context.out, document);
    else context.out.text(helpOf(document, callOf(document, id)));
    return;
  }
  const target = await openTarget(context);
  const call = callOf(target.document, id);
  const { input } = context.options;
  const given = input === undefined ? {} : await readFields(context, input);
  const request = prepareRequest(call, { ...given, ...parseFlags(target.document, call, words) });
  if (request.unknown.length > 0)
    throw new UsageError(
      `${call.id} has no field ${request.unknown.join(', ')}; see perkmint api ${call.id} --help`,
    );
  const response = await target.send(context.options.csv ? asCsv(context, call, request) : request);
  if (response.status === ERRORS.UNAUTHENTICATED.status && context.options.server && !findApiKey(context))
    throw new AppError('UNAUTHENTICATED', 'Authentication required: set PERKMINT_API_KEY or --api-key-file');
  if (!response.ok) throw await readFailure(response, target.name);
  await show(context, response);
}

/** Asks for a list as CSV, with the mark by which spreadsheets recognize UTF-8. @throws UsageError */
function asCsv<T extends { path: string }>(
  { out }: CommandContext,
  { id, result }: OperationCall,
  request: T,
): T {
  if (result.kind !== 'data' || !result.item) throw new UsageError(`${id} is not a list`);
  if (out.isJson) throw new UsageError("--csv can't be combined with --json");
  return {
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}${FORMAT}=csv&${BOM}=true`,
  };
}

/** Reads the fields of a call from JSON, whose names are those of the API. @throws UsageError */
async function readFields({ io }: CommandContext, file: string): Promise<Arguments> {
  try {
    const text = file === '-' ? toInputText(await io.readInput(), 'The input') : readInputText(file);
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Arguments;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${file} is not JSON: ${error.message}`);
  }
  throw new UsageError(`${file} must be a JSON object of fields`);
}

function callOf(document: OpenApiDocument, id: string): OperationCall {
  const calls = listOperationCalls(document);
  const wanted = kebabCase(id);
  // `health` is short for getHealth.
  const call =
    calls.find(each => kebabCase(each.id) === wanted) ??
    calls.find(each => kebabCase(each.id) === `get-${wanted}`);
  if (!call) {
    const near = suggest(
      id,
      calls.map(each => each.id),
    );
    throw new UsageError(`Unknown operation ${id}${near}; run perkmint api to list operations`);
  }
  return call;
}

function listOperations(out: Output, document: OpenApiDocument): void {
  out.table(listOperationCalls(document), [
    { title: 'OPERATION', value: call => call.id },
    { title: 'METHOD', value: call => call.method },
    { title: 'PATH', value: call => call.path },
    { title: 'DESCRIPTION', value: call => call.operation.summary },
  ]);
}

/** The help of one operation: what it does, its fields, and who may call it. */
function helpOf(document: OpenApiDocument, call: OperationCall): string {
  const { operation, method, path, inputs } = call;
  const rows = inputs.map(({ name, schema, isRequired, description }) => {
    const flag = `--${kebabCase(name)} <${typeName(document, schema)}>`;
    return [flag, [isRequired ? 'required' : '', description ?? ''].filter(Boolean).join('; ')] as const;
  });
  const width = Math.max(0, ...rows.map(([flag]) => flag.length));
  const example = inputs
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => ` --${kebabCase(name)} …`)
    .join('');
  return [
    `Usage: perkmint api ${call.id}${inputs.length > 0 ? ' [--field value]…' : ''}`,
    '',
    `${operation.summary} (${method} ${path}; ${operation['x-access']}, tier ${operation['x-rate-tier']})`,
    ...(operation.description ? ['', operation.description] : []),
    ...(rows.length > 0 ? ['', 'Fields:'] : []),
    ...rows.map(([flag, about]) => `  ${flag.padEnd(width)}  ${about}`.trimEnd()),
    '',
    'Examples:',
    `  $ perkmint api ${call.id}${example}`,
    `  $ perkmint api ${call.id}${example} --json --server https://perks.example`,
  ].join('\n');
}

function typeName(document: OpenApiDocument, schema: Schema): string {
  if (schema.enum) return schema.enum.join('|');
  if (schema.format === 'binary') return 'file';
  const types = [...jsonTypes(document, schema)];
  return types.map(type => (type === 'object' ? 'json' : type === 'array' ? 'list' : type)).join('|');
}

async function show({ out, options }: CommandContext<ApiOptions>, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  const body = isJson ? ((await response.json()) as Body) : undefined;
  if (response.headers.get(DRY_RUN_HEADER) === 'true') out.info('Dry run: no changes were made');
  const data = body ? (body.success === true && body.data !== undefined ? body.data : body) : undefined;
  if (options.out) {
    await Bun.write(options.out, data ? new Response(`${JSON.stringify(data, null, 2)}\n`) : response);
    out.info(`Written to ${options.out}`);
  } else if (data) showData(out, data);
  else if (options.csv && response.body) await out.stream(response.body);
  else if (type.startsWith('text/')) out.text(await response.text());
  else throw new UsageError(`The response is ${type}: add --out <file>`);
}

interface Body {
  success?: boolean;
  data?: object;
}

function showData(out: Output, data: object): void {
  const { items } = data as { items?: Record<string, unknown>[] };
  if (!Array.isArray(items) || items.length === 0) {
    out.record(data);
    return;
  }
  const names = Object.keys(items[0] ?? {}).filter(name => typeof items[0]?.[name] !== 'object');
  const columns = names.slice(0, MAX_COLUMNS).map(name => ({
    title: name.toUpperCase(),
    value: (row: Record<string, unknown>) => String(row[name] ?? ''),
  }));
  out.table(items, columns, data);
}
