import { Argument, type Command, Option } from 'commander';
import { encodePathSegment } from '../src/describe/operation-calls.ts';
import type { Page } from '../src/platform/page.ts';
import { buildQuery, callOperation, preferCursor, type RemoteOptions, withServer } from './api/client.ts';
import { type Action, withExamples } from './command.ts';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './errors.ts';
import { type PageOptions, pickPage, readInputText, readPages, withPages } from './input.ts';
import type { Column } from './output.ts';

/** An operation of the API by its method and path, such as `GET /programs/:program`. */
type Operation = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
/** The arguments of a command, and the fields that it sends. */
type Values = Readonly<Record<string, unknown>>;

/** A command that calls one operation of the API, in the installation or at the server given with --server. */
interface RecordCommand<T> {
  /** Its name and arguments. Those in the path of the operation are put there, and the others are fields. */
  usage: string;
  /** Whether it runs when only its noun is given. */
  isDefault?: boolean;
  about: string;
  call: Operation;
  /** The options, which are fields of the query or body. */
  options?: readonly Option[];
  /** Options that name a file whose text is the field. */
  files?: readonly Option[];
  /** Options that name a JSON file whose value is the field, or - for stdin. */
  json?: readonly Option[];
  /** Options that only decide how the result is printed. */
  flags?: readonly Option[];
  /** The values of arguments that have a choice. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Fields that the command sends, unless an argument or option has another value for them. */
  fixed?: Values;
  /** Makes a list of the command, which reads pages. */
  columns?: Column<T>[];
  /** Fields that differ from FIELDS. */
  names?: Readonly<Record<string, string>>;
  /** Leaves out the options for a period, which the command has under other names. */
  hasOwnRange?: boolean;
  /** A question to confirm. */
  confirm?(values: Values): string;
  /** The record whose fields the question and the sentence name, too. */
  reads?: Operation;
  /** Describes the result in a sentence; without it, the result is printed as a record. */
  done?(result: T, values: Values): string;
  /** Prints the result in another way. */
  print?(context: CommandContext<RemoteOptions>, result: T, values: Values): void;
  /** Prints what the user should know about the records of a list. */
  warn?(context: CommandContext<RemoteOptions>, records: readonly T[]): void;
  examples: [string, string, ...string[]];
}

/** The fields that arguments and options have in the API, where the names differ. */
const FIELDS: Readonly<Record<string, string>> = {
  business: 'businessId',
  campaign: 'campaignId',
  cashback: 'cashbackId',
  from: 'createdFrom',
  member: 'memberId',
  order: 'orderId',
  perk: 'perkId',
  place: 'placeId',
  program: 'programId',
  reward: 'rewardId',
  to: 'createdTo',
  user: 'userId',
};

/** Creates an option with a parser or choices. */
export function option(
  flags: string,
  about: string,
  values?: readonly string[] | ((text: string) => unknown),
) {
  const created = new Option(flags, about);
  if (typeof values === 'function') return created.argParser(values);
  return values ? created.choices(values) : created;
}

/** Returns a function that adds record commands to a noun. */
export function recordsOf(noun: Command, action: Action) {
  return <T>(spec: RecordCommand<T>): void => {
    const { options = [], files = [], json = [], flags = [] } = spec;
    const [name = '', ...words] = spec.usage.split(' ');
    const command = noun.command(name, { isDefault: spec.isDefault }).description(spec.about);
    for (const word of words) {
      const choices = spec.choices?.[word.slice(1, -1)];
      const argument = new Argument(word);
      command.addArgument(choices ? argument.choices(choices) : argument);
    }
    for (const each of [...options, ...files, ...json, ...flags]) command.addOption(each);
    if (spec.columns) withPages(command, { range: !spec.hasOwnRange });
    withServer(command).action(
      action<PageOptions & RemoteOptions>(async (context, ...given) => run(context, spec, given)),
    );
    withExamples(command, ...spec.examples);
  };
}

async function run<T>(
  context: CommandContext<PageOptions & RemoteOptions>,
  spec: RecordCommand<T>,
  given: readonly string[],
): Promise<void> {
  const { call, reads, columns, confirm } = spec;
  const words = Object.fromEntries(
    context.command.registeredArguments.map((argument, index) => [argument.name(), given[index]]),
  );
  const fields = readFields(spec, words, { ...context.options });
  const send = <R>(operation: Operation, sent: object) => callRecord<R>(context, operation, words, sent);
  if (columns) {
    const query = { ...pickPage(context.options), ...fields };
    const page = await readPages(context.options, query, each => send<Page<T>>(call, each));
    context.out.page(page, columns);
    spec.warn?.(context, page.items);
    return;
  }
  const values = { ...words, ...fields, ...(reads && (await send<object>(reads, {}))) };
  if (confirm) await context.confirm(confirm(values));
  const result = await send<T & object>(call, fields);
  if (spec.print) spec.print(context, result, values);
  else if (spec.done) context.out.done(spec.done(result, values), result);
  else context.out.record(result);
}

/** Returns the fields to send, as the API names them: of arguments outside of the path, options and files. */
function readFields<T>(
  { call, fixed, names, options = [], files = [], json = [] }: RecordCommand<T>,
  words: Values,
  given: Values,
): Values {
  const texts = files.map(each => each.attributeName());
  const values = [
    ...Object.entries(words).filter(([name]) => !call.includes(`:${name}`)),
    ...options.map(each => [each.attributeName(), given[each.attributeName()]] as const),
    ...texts.map(name => [name, readInputText(given[name] as string)] as const),
    ...json.map(each => [each.attributeName(), readJson(given[each.attributeName()])] as const),
  ];
  const toName = (name: string) => names?.[name] ?? FIELDS[name] ?? name;
  const sent = values.filter(([, value]) => value !== undefined);
  return { ...fixed, ...Object.fromEntries(sent.map(([name, value]) => [toName(name), value])) };
}

/** @throws UsageError for a file that is not JSON */
function readJson(file: unknown): unknown {
  if (file === undefined) return undefined;
  const text = readInputText(file as string);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not valid JSON`);
  }
}

/** Calls an operation with the arguments of its path. */
async function callRecord<R>(
  context: CommandContext<RemoteOptions>,
  operation: Operation,
  words: Readonly<Record<string, string | undefined>>,
  fields: object,
): Promise<R> {
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodePathSegment(name, words[name] ?? ''));
  if (method === 'GET' || method === 'DELETE')
    return callOperation<R>(context, method, path + buildQuery(fields));
  return callOperation<R>(context, method, path, preferCursor(fields));
}
