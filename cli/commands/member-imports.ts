import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { ReadableFile } from '../../src/platform/runtime/readable-file.ts';
import type { Import, ImportOptions } from '../../src/programs/imports/model.ts';
import { createImport } from '../../src/programs/imports/service/imports.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import {
  callOperation,
  type RemoteOptions,
  readFailure,
  resolveServer,
  sendRequest,
  withServer,
} from '../api/client.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import type { Column } from '../output.ts';
import { requireApiKey } from '../secrets.ts';

const ERROR_COLUMNS: Column<Import['errors'][number]>[] = [
  { title: 'LINE', value: error => error.line },
  { title: 'COLUMN', value: error => error.column },
  { title: 'ISSUE', value: error => error.issue },
];
/** How often progress is read. */
const POLL_MS = 1_000;
/** Commands wait for the end of their work, however long it takes. */
const UNLIMITED = { maxWaitMs: DAY_MS };

interface LoadOptions extends RemoteOptions {
  program: string;
  map?: Record<string, string>;
  dryRun?: boolean;
}

/** Adds the commands that import members and undo an import. */
export function addMemberImports(noun: Command, action: Action): void {
  const load = noun
    .command('import <file>')
    .description('Import members with their balances from a CSV file')
    .requiredOption('--program <id>', 'program that the members join')
    .option('--map <column=field>', 'field of a column that is not recognized; repeatable', addMapping)
    .option('--dry-run', 'only check the rows')
    .action(action<LoadOptions>(async (context, file = '') => await loadFile(context, file)));
  withServer(load);
  withExamples(
    load,
    'perkmint members import members.csv --program prg_01… --dry-run',
    'perkmint members import export.csv --program prg_01… --map "Customer no.=memberId" --map Balance=cashback',
  );

  const undo = noun
    .command('undo-import <id>')
    .description('Undo an import: restore all balances and remove its members')
    .option('--keep-changed', 'leave members who have acted or changed since as they are')
    .action(
      action<RemoteOptions & { keepChanged?: boolean }>(async (context, id = '') => {
        await context.confirm(`Undo the import ${id} and remove its members?`);
        const body = { keepChanged: context.options.keepChanged };
        const path = `/imports/${encodePathSegment('id', id)}/undo`;
        const done = await waitForEnd(context, await callOperation<Import>(context, 'POST', path, body));
        const kept = done.kept > 0 ? `, ${formatCount(done.kept, 'member')} kept` : '';
        context.out.done(`The import was undone${kept}`, done);
      }),
    );
  withServer(undo);
  withExamples(
    undo,
    'perkmint members undo-import imp_01…',
    'perkmint members undo-import imp_01… --yes --json',
  );
}

function addMapping(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  // The name of a column can contain an equals sign.
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('It must be column=field, such as "Customer no.=memberId".');
  return { ...earlier, [text.slice(0, at)]: text.slice(at + 1) };
}

async function loadFile(context: CommandContext<LoadOptions>, path: string): Promise<void> {
  const { program: programId, map, dryRun = false, server } = context.options;
  const mapping = map && JSON.stringify(map);
  const options: ImportOptions = { kind: 'members', programId, mapping, dryRun };
  const report = await context.withProgress('Importing', async progress => {
    if (server === undefined) {
      const ctx = await context.ctx();
      return await createImport(ctx, options, await openFile(path), {
        ...UNLIMITED,
        onProgress: progress.at,
      });
    }
    progress.step('Sending the file');
    return await waitForEnd(context, await sendFile(context, options, path), progress.at);
  });
  showReport(context, report);
}

/** @throws UsageError */
async function openFile(path: string): Promise<ReadableFile> {
  try {
    return await ReadableFile.open(path);
  } catch (error) {
    throw unreadable(path, (error as NodeJS.ErrnoException).code);
  }
}

function unreadable(path: string, code = 'unknown error'): UsageError {
  return new UsageError(`${path} cannot be read: ${code}`);
}

async function sendFile(
  context: CommandContext<LoadOptions>,
  { mapping, dryRun, ...options }: ImportOptions,
  path: string,
): Promise<Import> {
  const [server, key] = [resolveServer(context), requireApiKey(context)];
  if (!existsSync(path)) throw unreadable(path, 'ENOENT');
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) form.set(name, value);
  if (mapping !== undefined) form.set('mapping', mapping);
  form.set('dryRun', String(dryRun));
  form.set('file', Bun.file(path), 'members.csv');
  const init = { method: 'POST', body: form, signal: AbortSignal.timeout(DAY_MS) };
  const response = await sendRequest(server, key, `${API_PREFIX}/imports`, init);
  if (!response.ok) throw await readFailure(response, server);
  return ((await response.json()) as { data: Import }).data;
}

/** Waits until an import or its undo has ended. */
async function waitForEnd(
  context: CommandContext<RemoteOptions>,
  started: Import,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Import> {
  let report = started;
  while (report.status === 'running' || report.status === 'undoing') {
    onProgress(report.progress, 100);
    await Bun.sleep(POLL_MS);
    report = await callOperation<Import>(context, 'GET', `/imports/${report.id}`);
  }
  return report;
}

function showReport(context: CommandContext<LoadOptions>, report: Import): void {
  const { rows, created, updated, unchanged, failed, errors, totals, currency, dryRun } = report;
  if (errors.length > 0 && !context.out.isJson) context.out.table(errors, ERROR_COLUMNS);
  const verb = dryRun ? 'checked' : 'imported';
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} rejected`;
  const balances = [
    `${totals.points} points, ${totals.visits} visits, ${formatAmount(totals.cashback, currency)} cashback`,
    ...(totals.rewards > 0 ? [formatCount(totals.rewards, 'reward')] : []),
    ...(totals.spend > 0 ? [`previous purchases of ${formatAmount(totals.spend, currency)}`] : []),
  ].join(', ');
  context.out.done(`${formatCount(rows, 'row')} ${verb}: ${counts}; ${balances} (${report.id})`, report);
}
