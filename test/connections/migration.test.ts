import { expect, test } from 'bun:test';
import { UPGRADE_TIME as now, upgradeFrom } from '../support/upgrade.ts';

/** Connections as they were allowed before: their person (or business), account and handle, the first first. */
const CONNECTIONS: [id: string, user: string | null, accountId: string | null, handle: string | null][] = [
  ['ada', 'usr_ada', '4711', 'star'],
  ['bob', 'usr_bob', '4711', 'star2'],
  ['code', 'usr_eve', null, '@Star'],
  ['code2', 'usr_fay', null, 'moon'],
  ['code3', 'usr_gus', null, 'MOON'],
  ['shop', null, '4711', 'star'],
  ['other', 'usr_hal', '4712', 'star2'],
  ['nameless', 'usr_ian', '4713', null],
];

test('if several people had connected one account, the first keeps it and the others lose it with its tokens', async () => {
  const upgraded = await upgradeFrom('shared_accounts', before => {
    const run = (sql: string) => before.run(sql.replaceAll('NOW', `'${now}'`));
    for (const [n, [id, user, accountId, handle]] of CONNECTIONS.entries()) {
      if (user)
        run(`insert into users (id, email, name, role, created_at, updated_at)
        values ('${user}', '${user}@x.example', 'x', 'customer', NOW, NOW)`);
      before.run(
        `insert into connections (id, business_id, user_id, owner_id, platform, method, status, handle, account_id, tokens,
        next_check_at, connected_at, created_at, updated_at)
        values (?, ?, ?, ?, 'instagram', 'oauth', 'connected', ?, ?, 'sealed', ?, ?, ?, ?)`,
        [
          id,
          user ? null : 'biz_1',
          user,
          user ?? 'biz_1',
          handle,
          accountId,
          now,
          `2026-01-0${n + 1}`,
          now,
          now,
        ],
      );
    }
  });
  const connected = "select id from connections where status = 'connected' order by id";
  expect(upgraded.db.query(connected).values().flat()).toEqual(['ada', 'code2', 'nameless', 'other', 'shop']);
  const lost = "select distinct reason, tokens, next_check_at from connections where status = 'failed'";
  expect(upgraded.db.query(lost).values()).toEqual([['accountInUse', null, null]]);
  for (const [id, like] of [
    ['bob', 'ada'],
    ['code3', 'code2'],
  ])
    expect(() =>
      upgraded.db.run(
        `update connections set status = 'connected', account_id = (select account_id from connections where id = ?)
        where id = ?`,
        [like as string, id as string],
      ),
    ).toThrow('UNIQUE');
  upgraded.close();
});
