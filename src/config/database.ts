import { setting } from './setting.ts';

const PROTOCOLS = ['postgres:', 'postgresql:'];
const EXAMPLE = 'postgres://user:password@db.example:5432/perkmint';

/**
 * Parses the URL of a PostgreSQL database. No error contains the text, because it holds a password.
 * @throws Error whose message continues "NAME …"
 */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('must be a URL starting with postgres:// or postgresql://');
  if (!URL.canParse(text))
    throw new Error(
      `must be a URL such as ${EXAMPLE}, with special characters in the password percent-encoded`,
    );
  const { protocol, hostname, pathname } = new URL(text);
  const names = pathname.split('/').filter(name => name !== '');
  if (!PROTOCOLS.includes(protocol) || hostname === '' || names.length !== 1)
    throw new Error(`must name a host and a database, such as ${EXAMPLE}`);
  return text;
}

/** Returns whether several nodes can use the database at the same time. */
export function isSharedDatabase({ databaseUrl }: { databaseUrl: string }): boolean {
  return databaseUrl !== '';
}

/** Returns the address of a database without its user, password and parameters, for logs and people. */
export function describeDatabaseUrl(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

/** The database of an installation. */
export const DATABASE_SETTINGS = {
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    parseDatabaseUrl,
    'URL of a PostgreSQL database with user and password (postgres://…); without it, SQLite in DATA_DIR',
    { secret: true },
  ),
};
