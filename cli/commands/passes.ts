import type { Command } from 'commander';
import { PASS_PLATFORMS } from '../../db/enums.ts';
import { ApplePassSettings, GooglePassSettings, NewPass, type PassSettings } from '../../src/passes/model.ts';
import {
  getPassSettings,
  removePassIssuer,
  setApplePasses,
  setGooglePasses,
} from '../../src/passes/service/issuers.ts';
import { createPass } from '../../src/passes/service/passes.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { parseInput, readInputText } from '../input.ts';

interface BusinessOption {
  business?: string;
}

interface RecordOptions {
  program?: string;
  member?: string;
  reward?: string;
}

export function passCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'passes',
    'Member cards and rewards in the wallets of phones',
    'perkmint passes google 3388000000012345678 --key-file service-account.json --business biz_01…',
    'perkmint passes create google --reward rwd_01…',
  );
  const show = noun
    .command('show', { isDefault: true })
    .description('Show which wallets are set up, without their keys')
    .addOption(new OnlyBusinessOption())
    .action(
      action<BusinessOption>(async context => {
        showSettings(context, await getPassSettings(await context.ctx(), context.options.business));
      }),
    );
  withExamples(show, 'perkmint passes show --business biz_01…', 'perkmint passes show --json');
  addGoogle(noun, action);
  addApple(noun, action);
  addRemove(noun, action);
  addCreate(noun, action);
}

function showSettings({ out }: CommandContext<object>, settings: PassSettings): void {
  out.record(settings);
}

function addGoogle(noun: Command, action: Action): void {
  const google = noun
    .command('google <issuer>')
    .description('Set up Google Wallet with the key file of a service account')
    .requiredOption('--key-file <file>', 'JSON key file of the service account')
    .addOption(new OnlyBusinessOption())
    .action(
      action<BusinessOption & { keyFile: string }>(async (context, issuerId = '') => {
        const { keyFile, business: businessId } = context.options;
        const serviceAccountKey = readInputText(keyFile);
        const input = parseInput(GooglePassSettings, { issuerId, serviceAccountKey, businessId });
        const settings = await setGooglePasses(await context.ctx(), input);
        context.out.done('Google Wallet is set up.', settings);
      }),
    );
  withExamples(
    google,
    'perkmint passes google 3388000000012345678 --key-file service-account.json --business biz_01…',
    'perkmint passes google 3388000000012345678 --key-file service-account.json --json',
  );
}

interface AppleOptions extends BusinessOption {
  certificateFile: string;
  keyFile: string;
  wwdrFile: string;
}

function addApple(noun: Command, action: Action): void {
  const apple = noun
    .command('apple')
    .description('Set up Apple Wallet with the certificate of a pass type and its key, in PEM')
    .requiredOption('--certificate-file <file>', 'certificate of the pass type')
    .requiredOption('--key-file <file>', 'private key of the certificate, without a passphrase')
    .requiredOption('--wwdr-file <file>', "Apple's intermediate certificate (WWDR)")
    .addOption(new OnlyBusinessOption())
    .action(
      action<AppleOptions>(async context => {
        const { certificateFile, keyFile, wwdrFile, business: businessId } = context.options;
        const input = parseInput(ApplePassSettings, {
          businessId,
          certificate: readInputText(certificateFile),
          privateKey: readInputText(keyFile),
          wwdrCertificate: readInputText(wwdrFile),
        });
        const settings = await setApplePasses(await context.ctx(), input);
        context.out.done('Apple Wallet is set up.', settings);
      }),
    );
  withExamples(
    apple,
    'perkmint passes apple --certificate-file pass.pem --key-file pass.key --wwdr-file wwdr.pem --business biz_01…',
    'perkmint passes apple --certificate-file pass.pem --key-file pass.key --wwdr-file wwdr.pem --json',
  );
}

function addRemove(noun: Command, action: Action): void {
  const remove = noun
    .command('remove <wallet>')
    .description('Stop issuing passes for a wallet; those on phones stay')
    .addOption(new OnlyBusinessOption())
    .action(
      action<BusinessOption>(async (context, wallet = '') => {
        const platform = toPlatform(wallet);
        await context.confirm(`Stop issuing passes for ${wallet}?`);
        const businessId = context.options.business;
        const settings = await removePassIssuer(await context.ctx(), { platform, businessId });
        context.out.done(`No more passes are issued for ${wallet}.`, settings);
      }),
    );
  withExamples(
    remove,
    'perkmint passes remove google --business biz_01…',
    'perkmint passes remove google --yes',
  );
}

function addCreate(noun: Command, action: Action): void {
  const create = noun
    .command('create <wallet>')
    .description('Print the link that adds a member card or a reward to a wallet')
    .option('--program <id>', 'program of the member card')
    .option('--member <id>', 'member of the program')
    .option('--reward <id>', 'reward, instead of a member card')
    .action(
      action<RecordOptions>(async (context, wallet = '') => {
        const { program: programId, member: memberId, reward: rewardId } = context.options;
        const input = { platform: toPlatform(wallet), programId, memberId, rewardId };
        const pass = await createPass(await context.ctx(), parseInput(NewPass, input));
        context.out.done(pass.url, pass);
      }),
    );
  withExamples(
    create,
    'perkmint passes create google --program prg_01… --member till-4711',
    'perkmint passes create google --reward rwd_01… --json',
  );
}

/** @throws UsageError */
function toPlatform(wallet: string): (typeof PASS_PLATFORMS)[number] {
  const platform = PASS_PLATFORMS.find(known => known === wallet);
  if (!platform) throw new UsageError(`The wallet must be one of ${PASS_PLATFORMS.join(', ')}`);
  return platform;
}
