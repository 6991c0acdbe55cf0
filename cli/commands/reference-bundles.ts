import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Ctx } from '../../src/context.ts';
import { iso } from '../../src/platform/clock.ts';
import { generateKeyPair, type KeyPair, toKeyId } from '../../src/platform/ed25519.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { MAX_BUNDLE_BYTES, signBundle } from '../../src/reference/bundle.ts';
import type { ReferenceChange } from '../../src/reference/changes.ts';
import {
  applyBundle,
  getReferenceStatus,
  previewBundle,
  undoBundle,
} from '../../src/reference/service/bundles.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { Failure, UsageError } from '../errors.ts';
import type { Column } from '../output.ts';
import { readSeedFiles } from '../seed-files.ts';

const DOWNLOAD_TIMEOUT_MS = 60_000;
const OWNER_ONLY_FILE = 0o600;
const MAX_SHOWN_CHARS = 60;
const HTTP_OK = 200;

const CHANGE_COLUMNS: Column<ReferenceChange>[] = [
  { title: 'RECORD', value: ({ record, field }) => (field === null ? record : `${record}/${field}`) },
  { title: 'BEFORE', value: ({ before }) => shorten(before) },
  { title: 'AFTER', value: ({ after }) => shorten(after) },
];

export function referenceBundleCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'reference',
    'Show and update rules and figures without an upgrade',
    'perkmint reference status',
    'perkmint reference update reference-2027-02.json --dry-run',
  );
  withExamples(
    noun
      .command('status')
      .description('Show which reference data is in use')
      .action(action(async context => context.out.record(await getReferenceStatus(await context.ctx())))),
    'perkmint reference status',
    'perkmint reference status --json',
  );
  addUpdate(noun, action);
  addUndo(noun, action);
  addSign(noun, action);
  addKeygen(noun, action);
}

function addUpdate(noun: Command, action: Action): void {
  const command = noun
    .command('update <source>')
    .description('Apply a signed bundle from a file or URL, after showing what it changes')
    .option('--dry-run', 'only show what it would change')
    .action(
      action<{ dryRun?: boolean }>(async (context, source = '') => {
        const ctx = await context.ctx();
        const preview = await previewBundle(ctx, await readSource(ctx, source));
        const { changes, row } = preview;
        if (context.options.dryRun) return context.out.table(changes, CHANGE_COLUMNS);
        if (!context.options.json) context.out.table(changes, CHANGE_COLUMNS);
        const { issuedAt, keyId } = row;
        await context.confirm(
          `Apply ${changes.length} changes of ${issuedAt}, signed with the key ${keyId}?`,
        );
        context.out.done('The bundle is in use. Running servers load it within a minute', {
          ...(await applyBundle(ctx, preview)),
          changes: changes.length,
        });
      }),
    );
  withExamples(
    command,
    'perkmint reference update reference-2027-02.json --dry-run',
    'perkmint reference update https://updates.example/reference-2027-02.json --yes',
  );
}

function addUndo(noun: Command, action: Action): void {
  const command = noun
    .command('undo')
    .description('Return to the reference data before the last bundle')
    .action(
      action(async context => {
        await context.confirm('Return to the reference data before the last bundle?');
        const status = await undoBundle(await context.ctx());
        context.out.done(`The data of ${status.issuedAt} is in use again`, { ...status });
      }),
    );
  withExamples(command, 'perkmint reference undo', 'perkmint reference undo --yes');
}

interface SignOptions {
  key: string;
  out: string;
  notes: string;
}

function addSign(noun: Command, action: Action): void {
  const command = noun
    .command('sign <folder>')
    .description('Create a signed bundle of the JSON files in a folder, named as in seed/')
    .requiredOption('--key <file>', 'key pair from perkmint reference keygen')
    .requiredOption('--out <file>', 'bundle to write')
    .option('--notes <text>', 'what changed and why', '')
    .action(
      action<SignOptions>(async (context, folder = '') => {
        const { key, out, notes } = context.options;
        const issuedAt = iso(context.clock.now());
        const bundle = signBundle({ issuedAt, notes, files: readSeedFiles(folder) }, readKeys(key));
        writeFileSync(out, `${JSON.stringify(bundle)}\n`);
        context.out.done(`${out} was signed with the key ${bundle.keyId}`, { keyId: bundle.keyId, issuedAt });
      }),
    );
  withExamples(
    command,
    'perkmint reference sign ./seed --key keys.json --out reference-2027-02.json',
    'perkmint reference sign ./seed --key keys.json --out rules.json --notes "New rules of X"',
  );
}

function addKeygen(noun: Command, action: Action): void {
  const command = noun
    .command('keygen <file>')
    .description('Create a key pair for signing bundles of your own')
    .action(
      action(async (context, file = '') => {
        if (existsSync(file)) throw new UsageError(`${file} exists already`);
        const keys = generateKeyPair();
        writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: OWNER_ONLY_FILE });
        const { publicKey } = keys;
        context.out.done(
          `Keep ${file} secret, and set REFERENCE_KEYS=${publicKey} where bundles are applied`,
          {
            publicKey,
            keyId: toKeyId(publicKey),
          },
        );
      }),
    );
  withExamples(command, 'perkmint reference keygen keys.json', 'perkmint reference keygen keys.json --json');
}

/** Reads a bundle from a file or URL. @throws UsageError, or Failure if the URL can't be read */
async function readSource(ctx: Ctx, source: string): Promise<string> {
  if (!/^https?:/.test(source)) return readText(source);
  const request = { url: source, method: 'GET', headers: { accept: 'application/json' } };
  try {
    const limits = { timeoutMs: DOWNLOAD_TIMEOUT_MS, maxBytes: MAX_BUNDLE_BYTES };
    const { status, body } = await ctx.outbound.send({ ...request, ...limits });
    if (status === HTTP_OK) return body;
    throw new Failure(1, 'UPSTREAM_FAILED', `${source} responded with status ${status}`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new Failure(1, 'UPSTREAM_FAILED', `${source} can't be read: ${error.message}`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function readKeys(path: string): KeyPair {
  const text = readText(path);
  const { publicKey, privateKey } = JSON.parse(text) as Partial<KeyPair>;
  if (!publicKey || !privateKey)
    throw new UsageError(`${path} is not a key pair of perkmint reference keygen`);
  return { publicKey, privateKey };
}

function shorten(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1)}…` : text;
}
