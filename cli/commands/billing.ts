import type { Command } from 'commander';
import { INVOICE_STATUSES } from '../../db/enums.ts';
import type { BillingStatus, Invoice } from '../../src/billing/model.ts';
import { markPaid, markRefunded, voidInvoice } from '../../src/billing/service/invoices.ts';
import type { Plan } from '../../src/library/plan-model.ts';
import { BILLING_CURRENCY } from '../../src/platform/currency-digits.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Page } from '../../src/platform/page.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

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
  const add = recordsOf(noun, action);
  add<BillingStatus>({
    usage: 'status',
    about: "Show a business's plan, payment status and usage",
    call: 'POST /billing',
    fixed: { action: 'status' },
    options: [new OnlyBusinessOption()],
    examples: [
      'perkmint billing status --business biz_01…',
      'perkmint billing status --business biz_01… --json',
    ],
  });
  add<Page<Plan>>({
    usage: 'plans',
    about: 'List the plans with their prices and limits',
    call: 'POST /billing',
    fixed: { action: 'plans' },
    print: ({ out }, { items }) => out.table(items, PLANS),
    examples: ['perkmint billing plans', 'perkmint billing plans --json'],
  });
  add<Invoice>({
    usage: 'invoices',
    about: 'List invoices, newest first',
    call: 'POST /billing',
    fixed: { action: 'invoices' },
    options: [
      option('--business <id>', 'filter by business ID'),
      option('--status <status>', 'filter by status', INVOICE_STATUSES),
    ],
    columns: INVOICES,
    examples: [
      'perkmint billing invoices --status open',
      'perkmint billing invoices --business biz_01… --json',
    ],
  });
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
