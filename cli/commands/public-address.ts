import type { Command } from 'commander';
import { type PublicAddress, PublicAddressChange } from '../../src/installation/model.ts';
import { setPublicAddress } from '../../src/installation/service.ts';
import type { AddressCheck } from '../../src/system/model.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed } from '../errors.ts';
import { parseInput } from '../input.ts';
import { recordsOf } from '../record-commands.ts';

const PROBLEMS: Record<Exclude<AddressCheck['result'], 'reachable'>, string> = {
  private: 'can be opened only on this computer or in its network',
  unknownName: 'has no address in DNS: create an A record, and wait until it is known',
  noAnswer: 'does not answer: open the ports 80 and 443, and forward them to this server',
  invalidCertificate: 'has a certificate that browsers do not accept',
  otherServer: 'leads to another server: correct its A and AAAA records, or the port forwarding',
};

export function publicAddressCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'public-address',
    'Set the address at which customers reach the server',
    'perkmint public-address show',
    'perkmint public-address set https://perks.bluecup.example',
  );
  const add = recordsOf(noun, action);
  add<PublicAddress>({
    usage: 'show',
    isDefault: true,
    about: 'Show the address, where it is set, and who can open it',
    call: 'GET /public-address',
    examples: ['perkmint public-address show', 'perkmint public-address show --json'],
  });

  add<AddressCheck>({
    usage: 'check',
    about: 'Check whether the address leads to this installation',
    call: 'GET /public-address/check',
    print: ({ out }, { url, result }) => {
      if (result === 'reachable') return out.done(`${url} leads to this installation`, { url, result });
      throw new CheckFailed(`${url} ${PROBLEMS[result]}`);
    },
    examples: ['perkmint public-address check', 'perkmint public-address check --json'],
  });

  const set = noun
    .command('set <url>')
    .description('Set the address in links, QR codes and emails, unless PUBLIC_URL does')
    .action(action((context, url = '') => change(context, url)));
  withExamples(
    set,
    'perkmint public-address set https://perks.bluecup.example',
    'perkmint public-address set http://192.168.1.20:3000 --json',
  );

  const reset = noun
    .command('reset')
    .description('Use the address that the server listens on again')
    .action(action(context => change(context, null)));
  withExamples(reset, 'perkmint public-address reset', 'perkmint public-address reset --json');
}

async function change(context: CommandContext<object>, url: string | null): Promise<void> {
  const ctx = await context.ctx();
  const address: PublicAddress = await setPublicAddress(ctx, parseInput(PublicAddressChange, { url }));
  context.out.done(`The public address is ${address.url}`, address);
}
