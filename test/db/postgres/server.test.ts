import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { SQL } from 'bun';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

const SUPPORT = new URL('../../support/postgres.ts', import.meta.url).pathname;
/** Starts a server, prints its data folder and is killed while the server runs. */
const KILLED_PROCESS = `
  const { startPostgres } = await import(${JSON.stringify(SUPPORT)});
  const { url } = await startPostgres();
  const sql = new Bun.SQL(url, { max: 1 });
  const [{ setting }] = await sql\`select setting from pg_settings where name = 'data_directory'\`;
  console.log(setting);
  process.kill(process.pid, 'SIGKILL');
`;

describe.skipIf(!hasPostgres())('the PostgreSQL server for tests', async () => {
  const server = hasPostgres() ? await startPostgres() : undefined;
  const sql = new SQL(server?.url ?? '', { max: 1 });
  afterAll(async () => {
    await sql.close();
    await server?.stop();
  });

  test('it compares text by its bytes, commits synchronously and skips fsync', async () => {
    const [row] = await sql`
      select datcollate as "collation", pg_encoding_to_char(encoding) as encoding,
        current_setting('synchronous_commit') as "synchronousCommit", current_setting('fsync') as fsync
      from pg_database where datname = current_database()`;
    expect(row).toEqual({ collation: 'C', encoding: 'UTF8', synchronousCommit: 'on', fsync: 'off' });
  });

  test('it listens on loopback only', async () => {
    const [row] = await sql`select current_setting('listen_addresses') as addresses`;
    expect(row).toEqual({ addresses: '127.0.0.1' });
  });

  test('it ends and deletes its data when its process is killed', async () => {
    const killed = Bun.spawn([process.execPath, '-e', KILLED_PROCESS], { stderr: 'inherit' });
    const folder = (await new Response(killed.stdout).text()).trim();
    expect(await killed.exited).not.toBe(0);
    expect(folder).toEndWith('/data');
    while (existsSync(dirname(folder))) await Bun.sleep(10);
  });

  test('it ends and deletes its data when only the shell that runs it is ended', async () => {
    const other = await startPostgres();
    const client = new SQL(other.url, { max: 1 });
    const [{ setting }] = await client`select setting from pg_settings where name = 'data_directory'`;
    await client.close();
    process.kill(other.pid as number, 'SIGTERM');
    while (existsSync(dirname(setting))) await Bun.sleep(10);
    expect(new SQL(other.url, { max: 1 }).connect()).rejects.toThrow();
  });
});
