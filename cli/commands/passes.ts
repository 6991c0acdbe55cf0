import type { Command, Option } from 'commander';
import { PASS_PLATFORMS } from '../../db/enums.ts';
import type { Pass, PassSettings } from '../../src/passes/model.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import { option, recordsOf } from '../record-commands.ts';

const choices = { wallet: PASS_PLATFORMS };

export function passCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'passes',
    'Member cards and rewards in the wallets of phones',
    'perkmint passes google 3388000000012345678 --key-file service-account.json --business biz_01…',
    'perkmint passes create google --reward rwd_01…',
  );
  const add = recordsOf(noun, action);
  add<PassSettings>({
    usage: 'show',
    isDefault: true,
    about: 'Show which wallets are set up, without their keys',
    call: 'GET /business/passes',
    options: [new OnlyBusinessOption()],
    examples: ['perkmint passes show --business biz_01…', 'perkmint passes show --json'],
  });
  add<PassSettings>({
    usage: 'google <issuerId>',
    about: 'Set up Google Wallet with the key file of a service account',
    call: 'PUT /business/passes/google',
    files: [file('--key-file <file>', 'JSON key file of the service account')],
    options: [new OnlyBusinessOption()],
    names: { keyFile: 'serviceAccountKey' },
    done: () => 'Google Wallet is set up.',
    examples: [
      'perkmint passes google 3388000000012345678 --key-file service-account.json --business biz_01…',
      'perkmint passes google 3388000000012345678 --key-file service-account.json --json',
    ],
  });
  add<PassSettings>({
    usage: 'apple',
    about: 'Set up Apple Wallet with the certificate of a pass type and its key, in PEM',
    call: 'PUT /business/passes/apple',
    files: [
      file('--certificate-file <file>', 'certificate of the pass type'),
      file('--key-file <file>', 'private key of the certificate, without a passphrase'),
      file('--wwdr-file <file>', "Apple's intermediate certificate (WWDR)"),
    ],
    options: [new OnlyBusinessOption()],
    names: { certificateFile: 'certificate', keyFile: 'privateKey', wwdrFile: 'wwdrCertificate' },
    done: () => 'Apple Wallet is set up.',
    examples: [
      'perkmint passes apple --certificate-file pass.pem --key-file pass.key --wwdr-file wwdr.pem --business biz_01…',
      'perkmint passes apple --certificate-file pass.pem --key-file pass.key --wwdr-file wwdr.pem --json',
    ],
  });
  addRest(noun, action);
}

function addRest(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<PassSettings>({
    usage: 'remove <wallet>',
    about: 'Stop issuing passes for a wallet; those on phones stay',
    call: 'DELETE /business/passes/:wallet',
    choices,
    options: [new OnlyBusinessOption()],
    confirm: ({ wallet }) => `Stop issuing passes for ${wallet}?`,
    done: (_, { wallet }) => `No more passes are issued for ${wallet}.`,
    examples: ['perkmint passes remove google --business biz_01…', 'perkmint passes remove google --yes'],
  });
  add<Pass>({
    usage: 'create <wallet>',
    about: 'Print the link that adds a member card or a reward to a wallet',
    call: 'POST /passes',
    choices,
    names: { wallet: 'platform' },
    options: [
      option('--program <id>', 'program of the member card'),
      option('--member <id>', 'member of the program'),
      option('--reward <id>', 'reward, instead of a member card'),
    ],
    done: ({ url }) => url,
    examples: [
      'perkmint passes create google --program prg_01… --member till-4711',
      'perkmint passes create google --reward rwd_01… --json',
    ],
  });
}

function file(flags: string, about: string): Option {
  return option(flags, about).makeOptionMandatory();
}
