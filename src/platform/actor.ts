import {
  type MANDATE_WINDOWS,
  type PERMISSIONS,
  POSITIONS,
  type ROLES,
  type SCOPES,
} from '../../db/enums.ts';

export type Role = (typeof ROLES)[number];
export type Position = (typeof POSITIONS)[number];
export type Permission = (typeof PERMISSIONS)[number];
export type Scope = (typeof SCOPES)[number];

/** The limits of an agent, as they are stored. */
export interface AgentMandate {
  /** IDs of the operations that it may call. */
  tools: readonly string[];
  /** The records in which it may change something; all if both are absent. */
  campaignIds?: readonly string[] | undefined;
  programIds?: readonly string[] | undefined;
  currency: string;
  budgetCents: number;
  window: (typeof MANDATE_WINDOWS)[number];
  approvalAboveCents: number;
  expiresAt: string;
}

/** The caller. API keys act for their business, the system (CLI, scheduled jobs, webhooks) as an admin. */
export type Actor =
  | { kind: 'anonymous'; id: 'anonymous'; role: null; businessId: null }
  | {
      kind: 'user';
      id: string;
      role: Role;
      businessId: string | null;
      position: Position | null;
      sessionId: string;
      device?: { id: string; placeId: string };
      isAtCounter?: true; // Signed in by PIN on that device: may only call operations of the counter.
      lacksSecondFactor?: true; // The installation requires one: may only set it up.
    }
  | {
      kind: 'apiKey';
      id: string;
      role: 'business';
      businessId: string;
      scopes: readonly Scope[];
      isTest?: true; // May only act with the services of its business's test environment.
      mandate?: AgentMandate; // Of an agent: everything beyond it waits for a person, or is rejected.
      isApp?: true; // Of an app that a person connected: can't issue credentials, which would outlive it.
    }
  | {
      kind: 'system';
      id: 'cli' | 'jobs' | 'setup' | 'verification' | 'billing' | 'exchange' | 'integration';
      role: 'admin';
      businessId: null;
    };

export const ANONYMOUS: Actor = { kind: 'anonymous', id: 'anonymous', role: null, businessId: null };

/** The session of a user who is not logged in, in whose place the command line or a job acts. */
export const NO_SESSION = '';
export const CLI = systemActor('cli');
export const SCHEDULER = systemActor('jobs');
/** Verification and payment providers and shop systems: they sign their webhooks and cannot call the API. */
export const [VERIFICATION_WEBHOOK, BILLING_WEBHOOK] = [systemActor('verification'), systemActor('billing')];
export const SHOP_SYSTEM = systemActor('integration');
/** The counterparty of a trade, whose identity the exchange does not disclose. */
export const EXCHANGE = systemActor('exchange');

function systemActor(id: Extract<Actor, { kind: 'system' }>['id']): Actor {
  return { kind: 'system', id, role: 'admin', businessId: null };
}

/** The positions that may do more than the page of the counter offers. */
export const NOT_COUNTER = POSITIONS.filter(position => position !== 'counter');

/** Returns whether the caller has the position counter. */
export function isCounter(actor: Actor): boolean {
  return actor.kind === 'user' && actor.position === 'counter';
}
