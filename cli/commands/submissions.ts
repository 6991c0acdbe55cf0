import { type Command, Option } from 'commander';
import { REJECTION_CODES, SUBMISSION_STATUSES } from '../../db/enums.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import type { Page } from '../../src/platform/page.ts';
import { Review, type Reviewed, type Submission } from '../../src/submissions/model.ts';
import { getSubmission, listSubmissions } from '../../src/submissions/service/read.ts';
import { reviewSubmissions } from '../../src/submissions/service/review.ts';
import { buildQuery, localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type PageOptions, parseInput, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<Submission>[] = [
  { title: 'ID', value: submission => submission.id },
  { title: 'STATUS', value: submission => submission.status },
  { title: 'CAMPAIGN', value: submission => submission.campaignId },
  { title: 'BY', value: submission => submission.userId },
  { title: 'PROOF', value: submission => submission.proofUrl },
  { title: 'RISK', value: ({ risk }) => (risk.flags.length > 0 ? risk.flags.join(',') : null) },
  { title: 'CREATED', value: submission => submission.createdAt },
];

interface ListOptions extends PageOptions, RemoteOptions {
  business?: string;
  campaign?: string;
  status?: Submission['status'];
}

interface ReviewOptions extends RemoteOptions {
  approve?: boolean;
  reject?: boolean;
  reason?: string;
  code?: string;
  override?: boolean;
  reverse?: boolean;
  orderValue?: string;
}

export function submissionCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'submissions',
    'Review customer submissions',
    'perkmint submissions list --status pending',
    'perkmint submissions review sub_01… --approve',
  );
  const list = noun
    .command('list')
    .description('List submissions, newest first')
    .option('--business <id>', 'filter by business ID')
    .option('--campaign <id>', 'filter by campaign ID')
    .addOption(new Option('--status <status>', 'filter by status').choices(SUBMISSION_STATUSES));
  withServer(withPages(list)).action(
    action<ListOptions>(async context => {
      const { business, campaign, status } = context.options;
      const query = { ...pickPage(context.options), businessId: business, campaignId: campaign, status };
      const page = await readPages(context.options, query, each =>
        localOrRemote(
          context,
          ask => ask<Page<Submission>>('GET', `/submissions${buildQuery(each)}`),
          ctx => listSubmissions(ctx, each),
        ),
      );
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint submissions list --status pending',
    'perkmint submissions list --campaign cmp_01… --json',
  );
  addShow(noun, action);
  addReview(noun, action);
}

function addShow(noun: Command, action: Action): void {
  const command = noun
    .command('show <id>')
    .description('Show a submission and what approving it would pay')
    .action(
      action<RemoteOptions>(async (context, id = '') => {
        const submission = await localOrRemote(
          context,
          ask => ask<Submission>('GET', `/submissions/${encodePathSegment('id', id)}`),
          ctx => getSubmission(ctx, id),
        );
        context.out.record(submission);
      }),
    );
  withServer(command);
  withExamples(command, 'perkmint submissions show sub_01…', 'perkmint submissions show sub_01… --json');
}

function addReview(noun: Command, action: Action): void {
  const command = noun
    .command('review <id>')
    .description('Approve a submission and issue its reward, or reject it')
    .addOption(new Option('--approve', 'approve the submission').conflicts('reject'))
    .option('--reject', 'reject the submission')
    .option('--reason <text>', 'reason shown to the customer')
    .addOption(new Option('--code <code>', 'with --reject: rejection code').choices(REJECTION_CODES))
    .option('--order-value <amount>', 'with --approve: confirm this order value instead of the submitted one')
    .option('--override', 'approve a previously rejected submission')
    .option('--reverse', 'reject a previously approved submission and void its reward')
    .action(
      action<ReviewOptions>(async (context, id = '') => {
        const { approve, reject, reason, code, override, reverse, orderValue } = context.options;
        if (!approve && !reject) throw new UsageError('Specify --approve or --reject');
        const input = parseInput(Review, {
          submissionId: id,
          action: approve ? 'approve' : 'reject',
          reason,
          rejectionCode: code,
          override,
          reverse,
          orderValue: orderValue === undefined ? undefined : Number(orderValue),
        });
        const reviewed = await localOrRemote(
          context,
          ask => ask<Reviewed>('POST', '/submissions/review', input),
          async ctx => (await reviewSubmissions(ctx, input)) as Reviewed,
        );
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
