import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../platform/schema.ts';

/** The checks, in the order in which pages show them. */
export const HEALTH_CHECKS = [
  'customerLinks',
  'certificate',
  'mail',
  'backups',
  'backupsElsewhere',
  'disk',
  'clock',
  'update',
  'webhooks',
  'rules',
] as const;

/** From the best to the worst. */
export const HEALTH_STATES = ['ok', 'warning', 'wrong'] as const;

const HealthCheck = Type.Object({
  check: oneOf(HEALTH_CHECKS, { description: 'Name of the check' }),
  state: oneOf(HEALTH_STATES, {
    description: 'warning: to do when there is time; wrong: customers or data are affected',
  }),
  finding: Type.String({
    description: 'What was found, such as diskLow. Later versions have more of them',
    examples: ['backupStaysHere'],
  }),
  title: Type.String({ description: 'Name of the check, in the language of the request' }),
  text: Type.String({ description: 'What was found as a sentence, in the language of the request' }),
  reason: Nullable(
    Type.String({ description: 'What another program or server has said about it, mostly in English' }),
  ),
  action: Nullable(
    Type.Object(
      {
        label: Type.String({ description: 'Text of the button, in the language of the request' }),
        path: Type.String({ examples: ['/dashboard/settings?section=backups'] }),
      },
      { description: 'Where it can be fixed, or the guide about it; null if nothing is to be done' },
    ),
  ),
});
export type HealthCheck = Static<typeof HealthCheck>;

export const HealthChecks = Type.Object(
  {
    isOperator: Type.Boolean({
      description:
        'Whether the caller runs the installation: admins, and the person who set it up. For others, only the webhooks of their business are checked',
    }),
    state: oneOf(HEALTH_STATES, { description: 'The worst state of a check' }),
    checks: Type.Array(HealthCheck),
    time: Timestamp({ description: 'Time of the server' }),
  },
  { $id: 'HealthChecks' },
);
export type HealthChecks = Static<typeof HealthChecks>;
