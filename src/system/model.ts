import { type Static, Type } from '@sinclair/typebox';
import { oneOf, Timestamp } from '../platform/schema.ts';

export const Health = Type.Object(
  {
    status: oneOf(['ok', 'degraded']),
    version: Type.String(),
    uptime: Type.Number({ description: 'Seconds since the start' }),
    startedAt: Timestamp(),
    database: Type.Object({
      connected: Type.Boolean(),
      latencyMs: Type.Number(),
      sizeBytes: Type.Integer(),
      journalMode: Type.String(),
      migration: Type.String({ description: 'The newest migration applied' }),
    }),
    webhooks: Type.Object({
      pending: Type.Integer({ description: 'Deliveries waiting' }),
      oldestSeconds: Type.Integer({ description: 'Age of the oldest of them' }),
    }),
    rateLimit: oneOf(['on', 'off']),
    time: Timestamp(),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;
