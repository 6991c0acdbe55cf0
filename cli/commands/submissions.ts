import { type Command, Option } from 'commander';
import { REJECTION_CODES, SUBMISSION_STATUSES } from '../../db/enums.ts';
import type { Reviewed, Submission } from '../../src/submissions/model.ts';
import { callOperation, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { UsageError } from '../errors.ts';
import { parseNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Submission>[] = [
  { title: 'ID', value: submission => submission.id },
  { title: 'STATUS', value: submission => submission.status },
  { title: 'CAMPAIGN', value: submission => submission.campaignId },
  { title: 'BY', value: submission => submission.userId },
  { title: 'PROOF', value: submission => submission.proofUrl },
  { title: 'RISK', value: ({ risk }) => (risk.flags.length > 0 ? risk.flags.join(',') : null) },
  { title: 'CREATED', value: submission => submission.createdAt },
];

interface ReviewOptions extends RemoteOptions {
  approve?: boolean;
  reject?: boolean;
  reason?: string;
  code?: string;
  override?: boolean;
  reverse?: boolean;
  orderValue?: number;
}

export function submissionCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'submissions',
    'Review customer submissions',
    'perkmint submissions list --status pending',
    'perkmint submissions review sub_01… --approve',
  );
  const add = recordsOf(noun, action);
  add<Submission>({
    usage: 'list',
    about: 'List submissions, newest first',
    call: 'GET /submissions',
    options: [
      option('--business <id>', 'filter by business ID'),
      option('--campaign <id>', 'filter by campaign ID'),
      option('--status <status>', 'filter by status', SUBMISSION_STATUSES),
    ],
    columns: COLUMNS,
    examples: [
      'perkmint submissions list --status pending',
      'perkmint submissions list --campaign cmp_01… --json',
    ],
  });
  add<Submission>({
    usage: 'show <id>',
    about: 'Show a submission and what approving it would pay',
    call: 'GET /submissions/:id',
    examples: ['perkmint submissions show sub_01…', 'perkmint submissions show sub_01… --json'],
  });
  addReview(noun, action);
}

function addReview(noun: Command, action: Action): void {
  const command = noun
    .command('review <id>')
    .description('Approve a submission and issue its reward, or reject it')
    .addOption(new Option('--approve', 'approve the submission').conflicts('reject'))
    .option('--reject', 'reject the submission')
    .option('--reason <text>', 'reason shown to the customer')
    .addOption(new Option('--code <code>', 'with --reject: rejection code').choices(REJECTION_CODES))
    .option(
      '--order-value <amount>',
      'with --approve: confirm this order value instead of the submitted one',
      parseNumber,
    )
    .option('--override', 'approve a previously rejected submission')
    .option('--reverse', 'reject a previously approved submission and void its reward')
    .action(
      action<ReviewOptions>(async (context, id = '') => {
        const { approve, reject, reason, code, override, reverse, orderValue } = context.options;
        if (!approve && !reject) throw new UsageError('Specify --approve or --reject');
        const reviewed = await callOperation<Reviewed>(context, 'POST', '/submissions/review', {
          submissionId: id,
          action: approve ? 'approve' : 'reject',
          reason,
          rejectionCode: code,
          override,
          reverse,
          orderValue,
        });
        const { submission, reward } = reviewed;
        const issued =
          reward && submission.status === 'approved' ? `; its reward code is ${reward.code}` : '';
        context.out.done(`${id} is ${submission.status}${issued}`, reviewed);
      }),
    );
  withServer(command);
  withExamples(
    command,
    'perkmint submissions review sub_01… --approve',
    'perkmint submissions review sub_01… --approve --order-value 24.50',
    'perkmint submissions review sub_01… --reject --code missingDisclosure --reason "Please mark it as an ad"',
  );
}
