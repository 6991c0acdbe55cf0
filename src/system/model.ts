import { type Static, Type } from '@sinclair/typebox';
import { ENGINES } from '../../db/enums.ts';
import { FailureReport } from '../platform/failures.ts';
import { MAX, Nullable, oneOf, Timestamp, Url } from '../platform/schema.ts';
import { UPDATE_OBSTACLES, UPDATE_STATES } from '../platform/updates-control.ts';

/** This process among the servers that share a database. */
export const NodeStatus = Type.Object(
  {
    id: Type.String({ description: 'Identifies the server; a restart changes it' }),
    role: oneOf(['leader', 'follower'], { description: 'The leader runs the scheduled jobs' }),
  },
  { $id: 'NodeStatus' },
);
export type NodeStatus = Static<typeof NodeStatus>;

export const Health = Type.Object(
  {
    status: oneOf(['ok', 'degraded']),
    version: Type.String(),
    uptime: Type.Number({ description: 'Seconds since the server started' }),
    startedAt: Timestamp(),
    installation: Type.String({
      description: 'Identifies the installation, whose servers all have the same',
    }),
    database: Type.Object({
      connected: Type.Boolean(),
      latencyMs: Type.Number(),
      sizeBytes: Type.Integer(),
      engine: oneOf(ENGINES),
      journalMode: Type.String(),
      migration: Type.String({ description: 'The latest applied migration' }),
    }),
    webhooks: Type.Object({
      pending: Type.Integer({ description: 'Pending deliveries' }),
      oldestSeconds: Type.Integer({ description: 'Age of the oldest pending delivery' }),
    }),
    rateLimit: oneOf(['on', 'off']),
    node: Type.Optional(NodeStatus),
    time: Timestamp(),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;

/** The results of a check of the public address. */
const ADDRESS_RESULTS = [
  'reachable',
  'private',
  'unknownName',
  'noAnswer',
  'invalidCertificate',
  'otherServer',
] as const;

export const AddressCheck = Type.Object(
  {
    url: Url({ description: 'The public address' }),
    result: oneOf(ADDRESS_RESULTS, {
      description:
        'reachable: it leads to this installation; private: only this computer or network can open it; unknownName: DNS has no address; noAnswer: the port is closed, or nothing listens; invalidCertificate: browsers warn of it; otherServer: another one answers',
    }),
  },
  { $id: 'AddressCheck' },
);
export type AddressCheck = Static<typeof AddressCheck>;

export const Readiness = Type.Object(
  { status: oneOf(['ready']), version: Type.String(), time: Timestamp() },
  { $id: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;

export const Backups = Type.Object(
  {
    isOperator: Type.Boolean({
      description:
        'Whether the caller runs the installation: admins, and the person who set it up. For others, the rest is empty',
    }),
    destination: Nullable(
      Type.String({ description: 'URL of the destination without credentials; null without BACKUP_URL' }),
    ),
    restorableUntil: Nullable(
      Timestamp({ description: 'The newest moment at the destination; null before the first backup' }),
    ),
    behindSeconds: Nullable(
      Type.Integer({
        description:
          'Age of that moment in seconds; 0 while nothing has changed since, null before the first backup',
      }),
    ),
    fullBackupAt: Nullable(Timestamp({ description: 'When everything was last sent' })),
    storedBytes: Nullable(
      Type.Integer({ description: 'Size of everything at the destination after the last full backup' }),
    ),
    failure: FailureReport('Why nothing can be sent; null after a success'),
    drilledAt: Nullable(Timestamp({ description: 'When a backup was last restored as a test' })),
    isRequested: Type.Boolean({ description: 'Whether a full backup waits to be sent' }),
    here: Type.Object(
      {
        count: Type.Integer({ description: 'Backups in the data folder' }),
        newestAt: Nullable(Timestamp({ description: 'When the newest of them was made' })),
      },
      { description: 'The daily backups on the machine, which are lost with it' },
    ),
  },
  { $id: 'Backups' },
);
export type Backups = Static<typeof Backups>;

const ListedRelease = Type.Object({
  version: Type.String(),
  date: Type.String({ description: 'Date of the release (YYYY-MM-DD)' }),
  notes: Type.String({ description: 'What changes for the people who use it, in plain words' }),
});

export const Updates = Type.Object(
  {
    isOperator: Type.Boolean({
      description:
        'Whether the caller runs the installation: admins, and the person who set it up. For others, only `version` is known',
    }),
    version: Type.String({ description: 'The version that runs' }),
    obstacle: Nullable(
      oneOf(UPDATE_OBSTACLES, {
        description:
          "Why this server can't replace its program. sources: it does not run as one file; sharedDatabase: PostgreSQL has its own upgrades; notWritable: the user of the server may not replace the file, use `sudo perkmint update`; noReleases: the build names no list of releases",
      }),
    ),
    newer: Type.Array(ListedRelease, {
      description: 'Newer releases that the last check found, newest first',
    }),
    checkedAt: Nullable(Timestamp({ description: 'When the list of releases was last requested' })),
    checksDaily: Type.Boolean({
      description: 'Whether the server requests the list of releases every day',
    }),
    isInstalling: Type.Boolean({ description: 'Whether a release is being downloaded, tried or installed' }),
    failure: Nullable(Type.String({ description: 'Why the last attempt changed nothing' })),
    last: Nullable(
      Type.Object(
        {
          state: oneOf(UPDATE_STATES, {
            description:
              'installed: the new version has not confirmed yet that it works; confirmed: it runs; returning, returned: the former version and data are back',
          }),
          from: Type.String(),
          to: Type.String(),
          reason: Nullable(Type.String({ description: 'Why the former version is back' })),
          startedAt: Timestamp(),
          endedAt: Nullable(Timestamp({ description: 'When it was confirmed or taken back' })),
        },
        { description: 'The last update of this installation' },
      ),
    ),
  },
  { $id: 'Updates' },
);
export type Updates = Static<typeof Updates>;

export const UpdateCheck = Type.Object(
  {
    checksDaily: Type.Boolean({
      description: 'Whether the server requests the list of releases every day; it installs none of them',
    }),
  },
  { $id: 'UpdateCheck', additionalProperties: false, examples: [{ checksDaily: true }] },
);
export type UpdateCheck = Static<typeof UpdateCheck>;

export const UpdateRequest = Type.Object(
  {
    version: Type.String({
      minLength: 1,
      maxLength: MAX.name,
      description: 'One of the newer releases',
      examples: ['0.3.0'],
    }),
  },
  { additionalProperties: false },
);

export const AuditEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Increases with each entry' }),
    createdAt: Timestamp(),
    actor: Type.Object(
      { kind: Type.String(), id: Type.String() },
      { description: 'Who performed the action; cli is the command line' },
    ),
    operation: Type.String({
      description: 'An API operation, a command, login, resetPassword or setup',
    }),
    target: Nullable(Type.String({ description: 'The affected record' })),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Other records, amounts, flags and enum values; `fields` lists the names of all other fields sent',
    }),
    requestId: Nullable(Type.String()),
    hash: Nullable(
      Type.String({
        description:
          'SHA-256 of the entry and the hash of the previous one; null in entries older than the hash chain',
      }),
    ),
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;
