import type { Command } from 'commander';
import type { ClaimCode } from '../../src/claims/model.ts';
import { issueClaimCode } from '../../src/claims/service/codes.ts';
import { localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, withExamples } from '../command.ts';

interface ClaimOptions extends RemoteOptions {
  send?: boolean;
}

/** Adds the command that lets a member from the counter claim the card. */
export function addMemberClaims(noun: Command, action: Action): void {
  const code = noun
    .command('claim-code <program> <member>')
    .description('Issue a one-time code by which a member claims the card')
    .option('--send', "also email the link to the member's address");
  withServer(code).action(
    action<ClaimOptions>(async (context, id = '', member = '') => {
      const body = { send: context.options.send ?? false };
      const path = `/programs/${encodeURIComponent(id)}/members/${encodeURIComponent(member)}/claim`;
      const issued = await localOrRemote(
        context,
        ask => ask<ClaimCode>('POST', path, body),
        ctx => issueClaimCode(ctx, id, member, body),
      );
      context.out.record(issued);
    }),
  );
  withExamples(
    code,
    'perkmint members claim-code prg_01… till-4711',
    'perkmint members claim-code prg_01… till-4711 --send --server https://shop.example',
  );
}
