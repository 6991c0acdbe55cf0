import type { PlantedFault } from './fault.ts';

export const LEDGER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'A balance may fall one unit below its floor.',
    file: 'src/ledger/store.ts',
    find: `then \${-MAX_BALANCE} else 0 end`,
    replace: `then \${-MAX_BALANCE} else -1 end`,
    tests: ['test/ledger/ledger.test.ts'],
  },
  {
    name: 'The parts of a transfer that are reversed may exceed the whole.',
    file: 'src/ledger/service.ts',
    find: 'if (reversed + amount > whole)',
    replace: 'if (amount > whole)',
    tests: ['test/ledger/ledger.test.ts'],
  },
  {
    name: 'A reversal can be reversed.',
    file: 'src/ledger/service.ts',
    find: 'if (original.reverses !== null || original.partlyReverses !== null)',
    replace: "if (original.reverses === '')",
    tests: ['test/ledger/ledger.test.ts'],
  },
  {
    name: 'A refund of a deposit takes cash that was spent or is reserved.',
    file: 'src/exchange/wallet/service/withdraw.ts',
    find: 'const withdrawn = Math.min(available, cents);',
    replace: 'const withdrawn = cents;',
    tests: ['test/billing/chargebacks.test.ts', 'test/billing/external-payments.test.ts'],
  },
  {
    name: 'A canceled order stays in the depth of the market.',
    file: 'src/exchange/orders/service/close.ts',
    find: 'quantity: -resting.remaining, orders: -1',
    replace: 'quantity: 0, orders: 0',
    tests: ['test/exchange/orders.test.ts'],
  },
  {
    name: 'The lowest bid is matched first.',
    file: 'src/exchange/market/rules/statistics.ts',
    find: "return side === 'buy' ? -priceCents : priceCents;",
    replace: 'return priceCents;',
    tests: ['test/exchange/orders.test.ts'],
  },
  {
    name: 'The average price of a resting order ignores the quantity of its fills.',
    file: 'src/exchange/orders/service/settle.ts',
    find: 'valueCents: row.valueCents + quantity * priceCents,',
    replace: 'valueCents: row.valueCents + priceCents,',
    tests: ['test/exchange/orders.test.ts'],
  },
  {
    name: 'The last unit of a perk cannot be redeemed.',
    file: 'src/exchange/wallet/service/redeem.ts',
    find: "'perk', perk)) < quantity)",
    replace: "'perk', perk)) <= quantity)",
    tests: ['test/exchange/many-perks.test.ts'],
  },
];
