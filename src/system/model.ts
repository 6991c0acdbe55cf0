import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../platform/schema.ts';

export const Health = Type.Object(
  {
    status: oneOf(['ok', 'degraded']),
    version: Type.String(),
    uptime: Type.Number({ description: 'Seconds since the server started' }),
    startedAt: Timestamp(),
    database: Type.Object({
      connected: Type.Boolean(),
      latencyMs: Type.Number(),
      sizeBytes: Type.Integer(),
      journalMode: Type.String(),
      migration: Type.String({ description: 'The latest applied migration' }),
    }),
    webhooks: Type.Object({
      pending: Type.Integer({ description: 'Pending deliveries' }),
      oldestSeconds: Type.Integer({ description: 'Age of the oldest pending delivery' }),
    }),
    rateLimit: oneOf(['on', 'off']),
    time: Timestamp(),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;

export const AuditEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Rises with each entry' }),
    createdAt: Timestamp(),
    actor: Type.Object(
      { kind: Type.String(), id: Type.String() },
      { description: 'Who did it; cli is the command line' },
    ),
    operation: Type.String({
      description: 'An operation of the API, a command, login, resetPassword or setup',
    }),
    target: Nullable(Type.String({ description: 'The record that it was done to' })),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Other records, amounts, flags and words of fixed lists; `fields` names what else was given',
    }),
    requestId: Nullable(Type.String()),
    hash: Nullable(
      Type.String({
        description:
          'SHA-256 over the entry and the hash of the one before; null in entries of before the chain',
      }),
    ),
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;
