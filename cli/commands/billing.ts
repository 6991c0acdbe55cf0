import { type Command, Option } from 'commander';
import { INVOICE_STATUSES } from '../../db/enums.ts';
import type { Invoice } from '../../src/billing/model.ts';
import { handleAction } from '../../src/billing/service/actions.ts';
import {
  type InvoiceQuery,
  listInvoices,
  markPaid,
  markRefunded,
  voidInvoice,
} from '../../src/billing/service/invoices.ts';
import type { Plan } from '../../src/library/plan-model.ts';
import { BILLING_CURRENCY } from '../../src/platform/currency-digits.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { listPlans } from '../../src/reference/service/read.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const INVOICES: Column<Invoice>[] = [
  { title: 'NUMBER', value: invoice => invoice.number },
  { title: 'BUSINESS', value: invoice => invoice.businessId },
  { title: 'FOR', value: ({ kind, planId, interval }) => (planId ? `${planId} (${interval})` : kind) },
  { title: 'AMOUNT', value: invoice => formatAmount(invoice.amount, BILLING_CURRENCY) },
  { title: 'STATUS', value: invoice => invoice.status },
  {
    title: 'REFUNDED',
    value: ({ refunded }) => (refunded > 0 ? formatAmount(refunded, BILLING_CURRENCY) : null),
  },
  { title: 'REFERENCE', value: invoice => invoice.reference },
  { title: 'DUE', value: invoice => invoice.dueAt.slice(0, 10) },
];

const limit = (most: number | null) => most ?? 'no limit';
const PLANS: Column<Plan>[] = [
  { title: 'ID', value: plan => plan.id },
  { title: 'NAME', value: plan => plan.name },
  { title: 'PER MONTH', value: plan => formatAmount(plan.priceMonthly, BILLING_CURRENCY) },
  { title: 'PER YEAR', value: plan => formatAmount(plan.priceYearly, BILLING_CURRENCY) },
  { title: 'ACTIVE CAMPAIGNS', value: ({ limits }) => limit(limits.activeCampaigns) },
  { title: 'SUBMISSIONS PER MONTH', value: ({ limits }) => limit(limits.submissions) },
  { title: 'MEMBERS', value: ({ limits }) => limit(limits.members) },
];

/** Adds `billing`: the plans and invoices of businesses. */
export function billingCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'billing',
    'Manage plans, invoices and payments',
    'perkmint billing invoices --status open',
    'perkmint billing mark-paid INV-2026-000001',
  );
  addReads(noun, action);
  addActions(noun, action);
}

function addReads(noun: Command, action: Action): void {
  const status = noun
    .command('status')
    .description("Show a business's plan, payment status and usage")
    .addOption(new OnlyBusinessOption())
    .action(
      action<{ business: string }>(async context => {
        const { business: businessId } = context.options;
        context.out.record(await handleAction(await context.ctx(), { action: 'status', businessId }));
      }),
    );
  withExamples(
    status,
    'perkmint billing status --business biz_01…',
    'perkmint billing status --business biz_01… --json',
  );

  const offered = noun
    .command('plans')
    .description('List the plans with their prices and limits')
    .action(action(async context => context.out.table(listPlans(await context.ctx()), PLANS)));
  withExamples(offered, 'perkmint billing plans', 'perkmint billing plans --json');

  const invoices = noun
    .command('invoices')
    .description('List invoices, newest first')
    .option('--business <id>', 'filter by business ID')
    .addOption(new Option('--status <status>', 'filter by status').choices(INVOICE_STATUSES));
  withPages(invoices).action(
    action<PageOptions & { business?: string; status?: InvoiceQuery['status'] }>(async context => {
      const { business: businessId, status: wanted } = context.options;
      const query = { ...pickPage(context.options), businessId, status: wanted };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listInvoices(ctx, each));
      context.out.page(page, INVOICES);
    }),
  );
  withExamples(
    invoices,
    'perkmint billing invoices --status open',
    'perkmint billing invoices --business biz_01… --json',
  );
}

function addActions(noun: Command, action: Action): void {
  const paid = noun
    .command('mark-paid <number>')
    .description('Mark an invoice as paid: starts or renews the plan, or credits the wallet top-up')
    .action(
      action(async (context, number = '') => {
        const invoice = await markPaid(await context.ctx(), number);
        context.out.done(`${number} is paid`, invoice);
      }),
    );
  withExamples(
    paid,
    'perkmint billing mark-paid INV-2026-000001',
    'perkmint billing mark-paid INV-2026-000001 --json',
  );

  const voided = noun
    .command('void <number>')
    .description('Void an open invoice')
    .option('--yes', 'skip the confirmation prompt')
    .action(
      action(async (context, number = '') => {
        await context.confirm(`Void invoice ${number}?`);
        context.out.done(`${number} is void`, await voidInvoice(await context.ctx(), number));
      }),
    );
  withExamples(
    voided,
    'perkmint billing void INV-2026-000001',
    'perkmint billing void INV-2026-000001 --yes',
  );

  const refunded = noun
    .command('refund <number>')
    .description(
      'Mark a paid invoice as refunded; for a top-up, debit the wallet by the amount still available',
    )
    .option('--yes', 'skip the confirmation prompt')
    .action(
      action(async (context, number = '') => {
        await context.confirm(`Mark invoice ${number} as refunded?`);
        context.out.done(`${number} is refunded`, await markRefunded(await context.ctx(), number));
      }),
    );
  withExamples(
    refunded,
    'perkmint billing refund INV-2026-000001',
    'perkmint billing refund INV-2026-000001 --yes',
  );
}
