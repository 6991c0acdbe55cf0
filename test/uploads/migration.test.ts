import { expect, test } from 'bun:test';
import { UPGRADE_TIME as now, upgradeFrom } from '../support/upgrade.ts';

const uploadId = (letter: string) => `upl_${letter.repeat(26)}`;

/** Submissions as stored before they referenced uploads. */
const PROOFS: { id: string; user: string; isByPerson: 0 | 1; address: string; hash: string | null }[] = [
  {
    id: 'own',
    user: 'usr_ada',
    isByPerson: 1,
    address: `https://a.example/api/v1/uploads/${uploadId('a')}?x`,
    hash: 'h-a',
  },
  {
    id: 'forged',
    user: 'usr_ada',
    isByPerson: 0,
    address: `https://a.example/api/v1/uploads/${uploadId('a')}`,
    hash: 'h-a',
  },
  {
    id: 'foreign',
    user: 'usr_bob',
    isByPerson: 1,
    address: `https://a.example/api/v1/uploads/${uploadId('a')}`,
    hash: 'h-a',
  },
  {
    id: 'shop',
    user: 'till-1',
    isByPerson: 0,
    address: `https://a.example/api/v1/uploads/${uploadId('b')}`,
    hash: 'h-b',
  },
  {
    id: 'elsewhere',
    user: 'usr_ada',
    isByPerson: 1,
    address: `https://b.example/api/v1/uploads/${uploadId('a')}`,
    hash: null,
  },
  { id: 'link', user: 'usr_ada', isByPerson: 1, address: 'https://instagram.com/p/1', hash: null },
];

test('the migration attaches uploads to older submissions only if their owner submitted them', async () => {
  const upgraded = await upgradeFrom('proof_uploads', before => {
    const run = (sql: string) => before.run(sql.replaceAll('NOW', `'${now}'`));
    for (const [letter, owner] of Object.entries({ a: 'usr_ada', b: 'biz_1', c: 'usr_ada' })) {
      run(`insert into uploads (id, owner_id, media_type, size_bytes, hash, created_at)
      values ('${uploadId(letter)}', '${owner}', 'image/png', 1, 'h-${letter}', NOW)`);
    }
    for (const { id, user, isByPerson, address, hash } of PROOFS) {
      run(`insert into submissions (id, business_id, user_id, submitted_by_person, proof_url, proof_type, proof_hash,
      image_hash, status, created_at, risk_flags, risk_score, verification_checks) values ('${id}', 'biz_1', '${user}',
      ${isByPerson}, '${address}', 'screenshot', '${id}', ${hash && `'${hash}'`}, 'pending', NOW, '[]', 0, '[]')`);
    }
  });
  const attached =
    'select id, upload_id, upload_media_type from submissions where upload_id is not null order by id';
  expect(upgraded.db.query(attached).values()).toEqual([
    ['own', uploadId('a'), 'image/png'],
    ['shop', uploadId('b'), 'image/png'],
  ]);
  const kept = 'select id from uploads where attached_at is not null order by id';
  expect(upgraded.db.query(kept).values()).toEqual([[uploadId('a')], [uploadId('b')]]);
  upgraded.close();
});

test('the migration keeps earlier uploads and files to delete in the folder', async () => {
  const upgraded = await upgradeFrom('upload_storages', before => {
    for (const id of ['upl_kept', 'upl_later'])
      before.run(`insert into uploads (id, owner_id, media_type, size_bytes, hash, created_at)
        values ('${id}', 'usr_ada', 'image/png', 1, 'h', '${now}')`);
    before.run("insert into deleted_uploads (id) values ('upl_gone')");
  });
  expect(upgraded.db.query('select id, storage from uploads order by id').values()).toEqual([
    ['upl_kept', 'folder'],
    ['upl_later', 'folder'],
  ]);
  upgraded.db.run("update uploads set storage = 's3' where id = 'upl_later'");
  upgraded.db.run('delete from uploads');
  expect(upgraded.db.query('select id, storage from deleted_uploads order by id').values()).toEqual([
    ['upl_gone', 'folder'],
    ['upl_kept', 'folder'],
    ['upl_later', 's3'],
  ]);
  expect(() => upgraded.db.run("update deleted_uploads set storage = null where id = 'upl_gone'")).toThrow(
    'NOT NULL',
  );
  upgraded.close();
});
