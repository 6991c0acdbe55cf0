import type { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { UPGRADE_TIME as now, upgradeFrom } from '../support/upgrade.ts';

/** Inserts rows into a database of version 0.1, migrates it and returns the rows of a query. */
async function upgraded(play: (before: Database) => void, query: string): Promise<unknown[]> {
  const { db, close } = await upgradeFrom('exchange_anonymity', play);
  const rows = db.query(query).all();
  close();
  return rows;
}

function insertSubmission(db: Database, id: string, fields: Record<string, string | number>): void {
  const row = {
    ...{ id, business_id: 'biz_1', user_id: 'ada', proof_url: 'https://x.example', proof_type: 'url' },
    ...{ proof_hash: id, created_at: now, risk_flags: '[]', risk_score: 0, revision: 1, budget_cents: 0 },
    ...{ verification_checks: '[]', verification_status: 'unverified', status: 'pending', ...fields },
  };
  const marks = Object.keys(row).map(() => '?');
  db.run(`insert into submissions (${Object.keys(row)}) values (${marks})`, Object.values(row));
}

test('an old reward without a submission gets the source perk', async () => {
  const rows = await upgraded(db => {
    insertSubmission(db, 'sub_1', {});
    for (const [id, submission] of [
      ['rwd_1', 'sub_1'],
      ['rwd_2', null],
    ] as const)
      db.run(
        `insert into rewards (id, code, business_id, submission_id, user_id, type, value, status, expires_at, created_at)
         values ('${id}', '${id}', 'biz_1', ?, 'usr_ada', 'fixed', 500, 'issued', '${now}', '${now}')`,
        [submission],
      );
  }, 'select id, source from rewards order by id');
  expect(rows).toEqual([
    { id: 'rwd_1', source: 'submission' },
    { id: 'rwd_2', source: 'perk' },
  ]);
});

test('an old order value is confirmed if a person approved the submission, not a rule', async () => {
  const order = { order_value_cents: 2_000 };
  const rows = await upgraded(db => {
    insertSubmission(db, 'sub_1', { ...order, status: 'approved', reviewed_by: 'usr_owner' });
    insertSubmission(db, 'sub_2', { ...order, status: 'approved', reviewed_by: 'verification' });
    insertSubmission(db, 'sub_3', { ...order, status: 'approved', reviewed_by: 'jobs' });
    insertSubmission(db, 'sub_4', { ...order, status: 'rejected', reviewed_by: 'usr_owner' });
    insertSubmission(db, 'sub_5', order);
    insertSubmission(db, 'sub_6', { status: 'approved', reviewed_by: 'usr_owner' });
  }, 'select id from submissions where order_value_confirmed order by id');
  expect(rows).toEqual([{ id: 'sub_1' }]);
});

test('the reference of an old conversion gets its business and wallet, and the ledger stays append-only', async () => {
  const rows = await upgraded(
    db => {
      for (const [id, owner] of [
        ['exchange:biz_1/cash/available', 'biz_1'],
        ['exchange:usr_ada/cash/available', 'usr_ada'],
      ])
        db.run(
          'insert into ledger_accounts (id, unit, owner_id, allows_negative, balance) values (?, ?, ?, 1, 0)',
          [...[id as string, 'USD', owner as string]],
        );
      for (const [id, kind] of [
        ['tfr_1', 'exchange.conversion'],
        ['tfr_2', 'exchange.deposit'],
      ] as const) {
        db.run(
          `insert into ledger_transfers (id, kind, business_id, reference, created_at)
         values ('${id}', '${kind}', 'biz_1', 'inv-1', '${now}')`,
        );
        for (const [account, amount] of [
          ['exchange:biz_1/cash/available', -5],
          ['exchange:usr_ada/cash/available', 5],
        ])
          db.run(
            `insert into ledger_entries (transfer_id, account_id, unit, amount, balance_after) values (?, ?, 'USD', ?, ?)`,
            [id, account as string, amount as number, amount as number],
          );
      }
    },
    `select id, reference, (select count(*) from sqlite_schema where name = 'ledger_transfers_no_update') as guarded
      from ledger_transfers order by id`,
  );
  expect(rows).toEqual([
    { id: 'tfr_1', reference: 'biz_1:usr_ada:inv-1', guarded: 1 },
    { id: 'tfr_2', reference: 'inv-1', guarded: 1 },
  ]);
});

test('amounts returned for an old invoice count as refunded, so that no refund is applied twice', async () => {
  const rows = await upgraded(db => {
    db.run(
      `insert into invoices (id, number, reference, business_id, provider, kind, amount_cents, currency, status,
         refunded_cents, created_at, due_at)
       values ('inv_1', 'INV-2026-000001', 'RF1', 'biz_1', 'stripe', 'topup', 5000, 'USD', 'paid', 2000, '${now}', '${now}')`,
    );
  }, 'select refunded_cents, refunds_cents, charged_back_cents from invoices');
  expect(rows).toEqual([{ refunded_cents: 2_000, refunds_cents: 2_000, charged_back_cents: 0 }]);
});

test('the first person of a business counts as the one who added the others', async () => {
  const { db, close } = await upgradeFrom('account_creators', before => {
    const insert = before.query(
      `insert into users (id, email, name, role, business_id, position, developer_tools, created_at, updated_at)
      values (?1, ?1, ?1, ?2, ?3, ?4, 0, ?5, ?5)`,
    );
    insert.run('usr_staff', 'business', 'biz_1', 'staff', '2026-06-02');
    insert.run('usr_owner', 'business', 'biz_1', 'owner', '2026-06-01');
    insert.run('usr_ada', 'customer', null, null, '2026-06-01');
  });
  expect(db.query('select id, created_by from users order by id').values()).toEqual([
    ['usr_ada', null],
    ['usr_owner', null],
    ['usr_staff', 'usr_owner'],
  ]);
  close();
});

test.each([
  ['the first owner of the only business', ['business', 'biz_1', 'owner'], ['usr_1']],
  ['admins only, if there is one', ['admin', null, null], []],
])('the public address of an old installation belongs to %s', async (_, second, founders) => {
  const { db, close } = await upgradeFrom('founder', before => {
    const insert = before.query(
      `insert into users (id, email, name, role, business_id, position, developer_tools, created_at, updated_at)
      values (?1, ?1, ?1, ?2, ?3, ?4, 0, ?5, ?5)`,
    );
    insert.run('usr_1', 'business', 'biz_1', 'owner', '2026-06-01');
    insert.run('usr_2', ...second, '2026-06-02');
  });
  expect(db.query("select value from facts where name = 'founder'").values().flat()).toEqual(founders);
  close();
});
