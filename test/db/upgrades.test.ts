import { expect, test } from 'bun:test';
import { upgradeFrom } from '../support/upgrade.ts';

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
