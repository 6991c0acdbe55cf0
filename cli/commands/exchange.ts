import type { Command } from 'commander';
import { ORDER_STATUSES } from '../../db/enums.ts';
import { notFound } from '../../src/errors.ts';
import type { Market, MarketPerk } from '../../src/exchange/market/model.ts';
import { MARKET_PERKS, MAX_MARKET_PAGE } from '../../src/exchange/market/service/read.ts';
import type { Order, Trade } from '../../src/exchange/orders/model.ts';
import { NewDeposit, type Wallet } from '../../src/exchange/wallet/model.ts';
import { depositCash, readWallet, resolveOwner } from '../../src/exchange/wallet/service/wallet.ts';
import { toPage } from '../../src/platform/page.ts';
import { buildQuery, callOperation, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { UsageError } from '../errors.ts';
import { parseInput, parseNumber, wholeNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const MARKET: Column<MarketPerk>[] = [
  { title: 'PERK', value: perk => perk.perkId },
  { title: 'NAME', value: perk => perk.name },
  { title: 'BID', value: perk => perk.bestBid },
  { title: 'ASK', value: perk => perk.bestAsk },
  { title: 'LAST', value: perk => perk.lastPrice },
  { title: 'VOLUME 24H', value: perk => perk.volume24h },
  { title: 'CIRCULATING', value: perk => perk.circulating },
];

const ORDERS: Column<Order>[] = [
  { title: 'ID', value: order => order.id },
  { title: 'PERK', value: order => order.perkId },
  { title: 'TYPE', value: order => order.type },
  { title: 'PRICE', value: order => order.price },
  { title: 'FILLED', value: order => `${order.filledQuantity} of ${order.quantity}` },
  { title: 'STATUS', value: order => order.status },
];

const TRADES: Column<Trade>[] = [
  { title: 'ID', value: trade => trade.id },
  { title: 'PERK', value: trade => trade.perkId },
  { title: 'PRICE', value: trade => trade.price },
  { title: 'QUANTITY', value: trade => trade.quantity },
  { title: 'EXECUTED', value: trade => trade.executedAt },
];

/** Adds `exchange`: the market, order books, orders and trades. */
export function exchangeCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'exchange',
    'Show the perk exchange: market, order books, orders and trades',
    'perkmint exchange market',
    'perkmint exchange book prk_01…',
  );
  const add = recordsOf(noun, action);
  add<Market>({
    usage: 'market',
    about: `Show perks with their best prices, the most active first, ${MARKET_PERKS} a page`,
    call: 'GET /exchange/market',
    options: [option('--page <n>', 'page number', wholeNumber(1, MAX_MARKET_PAGE)).default(1)],
    print: ({ out }, { perks, totals }, { page }) => {
      const query = { page: page as number, perPage: MARKET_PERKS };
      out.page(toPage(perks, totals.perks, query, { next: null, previous: null }), MARKET);
    },
    examples: ['perkmint exchange market', 'perkmint exchange market --page 2 --json'],
  });
  add<Market>({
    usage: 'book <perk>',
    about: "Show a perk's order book, 10 levels per side",
    call: 'GET /exchange/market',
    print: ({ out }, { perks: [found] }) => {
      if (!found) throw notFound({ kind: 'perk', field: 'perk' });
      out.record(found);
    },
    examples: ['perkmint exchange book prk_01…', 'perkmint exchange book prk_01… --json'],
  });
  const perk = () => option('--perk <id>', 'filter by perk ID');
  add<Order>({
    usage: 'orders',
    about: 'List orders, newest first',
    call: 'GET /exchange/orders',
    options: [perk(), option('--status <status>', 'filter by status', ORDER_STATUSES)],
    columns: ORDERS,
    examples: ['perkmint exchange orders --status open', 'perkmint exchange orders --perk prk_01…'],
  });
  add<Trade>({
    usage: 'trades',
    about: 'List trades, newest first',
    call: 'GET /exchange/trades',
    options: [perk()],
    columns: TRADES,
    examples: ['perkmint exchange trades', 'perkmint exchange trades --perk prk_01… --json'],
  });
}

interface Owner {
  user?: string;
  business?: string;
}

/** Adds `wallet`: the cash and perks of a trader. */
export function walletCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'wallet',
    'Show and credit the wallets of traders on the exchange',
    'perkmint wallet show --user usr_01…',
    'perkmint wallet credit --business biz_01… --amount 50 --reference bank-1',
  );
  const credit = noun
    .command('credit')
    .description('Credit a wallet (each reference can be used once)')
    .option('--user <id>', 'wallet of this user')
    .option('--business <id>', 'wallet of this business')
    .requiredOption('--amount <amount>', 'amount to credit', parseNumber)
    .requiredOption('--reference <text>', 'unique reference; a repeated one is rejected')
    .action(
      action<Owner & { amount: number; reference: string }>(async context => {
        const { amount, reference } = context.options;
        const input = parseInput(NewDeposit, { userId: requireOwner(context.options), amount, reference });
        context.out.record(await depositCash(await context.ctx(), input));
      }),
    );
  withExamples(
    credit,
    'perkmint wallet credit --user usr_01… --amount 25 --reference bank-2',
    'perkmint wallet credit --business biz_01… --amount 50 --reference bank-1 --json',
  );
  const show = noun
    .command('show')
    .description("Show a wallet's available and reserved balances")
    .option('--user <id>', 'wallet of this user')
    .option('--business <id>', 'wallet of this business');
  withServer(show).action(
    action<Owner & RemoteOptions>(async context => {
      const { server, business: businessId, user } = context.options;
      if (server === undefined) {
        const ctx = await context.ctx();
        context.out.record(await readWallet(ctx, await resolveOwner(ctx, requireOwner(context.options))));
        return;
      }
      if (user)
        throw new UsageError('--user applies to local data only; an API key has the wallet of its business');
      context.out.record(
        await callOperation<Wallet>(context, 'GET', `/exchange/wallet${buildQuery({ businessId })}`),
      );
    }),
  );
  withExamples(
    show,
    'perkmint wallet show --user usr_01…',
    'perkmint wallet show --business biz_01… --json',
    'perkmint wallet show --server https://shop.example',
  );
}

/** @throws UsageError unless exactly one of --user and --business is given */
function requireOwner({ user, business }: Owner): string {
  const owner = user ?? business;
  if (owner === undefined || (user !== undefined && business !== undefined))
    throw new UsageError('Specify the wallet with --user or --business');
  return owner;
}
