import { adminActions } from '../schema/admin-actions.ts';
import { apiKeySecrets, apiKeys, appTokens } from '../schema/api-keys.ts';
import * as auth from '../schema/auth.ts';
import { connections, oauthFlows } from '../schema/connections.ts';
import { erasures } from '../schema/erasures.ts';
import { exportLinks } from '../schema/export-links.ts';
import { idempotencyKeys } from '../schema/idempotency.ts';
import {
  mailCursors,
  mailOutbox,
  mailPreferences,
  mailQuietHours,
  refusedAddresses,
  urgentMails,
} from '../schema/mailings.ts';
import { agentCharges, proposals } from '../schema/mandates.ts';
import { notificationReads } from '../schema/notifications.ts';
import { counterActions, counterSessions, devices, places } from '../schema/places.ts';
import { account, deleted, impersonal, kept, people, renamed } from './map.ts';

const USER = 'a user';
const TEAM = 'a team member of a business';

/** Accounts, and what is stored for those who have one. Rows that refer to others come before them. */
export const ACCOUNT_TABLES = [
  people(auth.pins, {
    of: TEAM,
    rows: { userId: 'user' },
    erasure: 'delete',
    internal: 'userId hash updatedAt',
  }),
  people(auth.loginCodes, {
    of: USER,
    rows: { email: 'email' },
    erasure: 'delete',
    personal: { email: deleted('email address') },
    internal: 'hash client attempts otherAttempts expiresAt',
  }),
  people(auth.totpSecrets, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'two-step-verification',
    facts: 'createdAt confirmedAt',
    internal: 'userId secret lastStep',
  }),
  people(auth.recoveryCodes, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    internal: 'userId hash',
  }),
  people(auth.passkeys, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'passkeys',
    personal: { name: deleted('name of the device') },
    facts: 'id createdAt lastUsedAt',
    internal: 'userId credentialId publicKey counter',
  }),
  people(auth.signInChallenges, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    internal: 'hash userId attempts expiresAt',
  }),
  people(auth.refreshTokens, {
    of: USER,
    erasure: 'cascade',
    internal: 'hash sessionId expiresAt usedAt',
  }),
  people(auth.sessions, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'logins',
    personal: { userAgent: deleted('browser and system') },
    facts: 'id createdAt lastUsedAt provenAt endedAt endReason expiresAt',
    internal: 'userId',
  }),
  people(auth.links, {
    of: USER,
    rows: { userId: 'user', email: 'email', newEmail: 'email' },
    erasure: 'delete',
    personal: {
      email: deleted('email address'),
      newEmail: deleted('email address'),
      createdBy: account('who invited'),
    },
    internal: 'hash purpose userId expiresAt usedAt',
  }),
  people(mailPreferences, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'mail-choices',
    facts: 'kind isEnabled source wording decidedAt',
    internal: 'userId',
  }),
  people(mailQuietHours, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'mail-quiet-hours',
    facts: 'from to',
    internal: 'userId',
  }),
  people(mailOutbox, {
    of: USER,
    // By reference, because a business also erases its mails to a member with an account.
    rows: { userId: 'reference' },
    erasure: 'delete',
    file: 'mails',
    personal: { data: deleted('content of the mail'), error: deleted("the mail server's answer") },
    facts: 'id businessId kind state skipReason sentAt createdAt',
    internal: 'userId occasion attempts nextAttemptAt claimedBy claimedUntil',
  }),
  people(urgentMails, {
    of: USER,
    rows: { email: 'email' },
    erasure: 'delete',
    personal: { email: deleted('email address'), content: deleted('content of the mail') },
    internal: 'id attempts nextAttemptAt expiresAt claimedBy claimedUntil createdAt',
  }),
  people(refusedAddresses, {
    of: USER,
    rows: { email: 'email' },
    erasure: 'delete',
    personal: { email: deleted('email address') },
    internal: 'refusedAt',
  }),
  impersonal(mailCursors, 'businessId eventSequence'),
  people(notificationReads, {
    of: TEAM,
    rows: { userId: 'user' },
    erasure: 'delete',
    internal: 'userId businessId sequence updatedAt',
  }),
  people(counterSessions, {
    of: TEAM,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'counter-logins',
    facts: 'id deviceId createdAt lastUsedAt',
    internal: 'hash userId position',
  }),
  people(devices, {
    of: TEAM,
    personal: {
      createdBy: account('who signed the device in'),
      userAgent: kept('browser of a shared device', 'a device of the business, not of a person'),
    },
    internal: 'id businessId placeId name hash createdAt lastUsedAt revokedAt',
  }),
  impersonal(places, 'id businessId name nameKey createdAt updatedAt deletedAt'),
  people(counterActions, {
    of: 'a member, and who served them',
    rows: { memberId: 'reference' },
    personal: { memberId: renamed('whom it served'), actorId: account('who did it') },
    internal:
      'id businessId placeId deviceId actorKind kind programId resourceId visits stamps purchaseCents valueCents createdAt',
  }),
  people(oauthFlows, {
    of: USER,
    erasure: 'cascade',
    personal: { actorId: deleted('who connects an account') },
    internal:
      'stateHash connectionId platform sessionId browserHash redirectUri verifier expiresAt consumedAt',
  }),
  people(connections, {
    of: USER,
    rows: { userId: 'user' },
    erasure: 'delete',
    file: 'connected-accounts',
    personal: {
      handle: deleted('name of the account'),
      handleKey: deleted('name of the account, for comparison'),
      displayName: deleted('name on the platform'),
      accountId: deleted('number of the account'),
      followers: deleted('number of followers'),
      verificationCode: deleted('code that proves the account'),
    },
    facts: 'id platform method status reason connectedAt checkedAt createdAt updatedAt',
    internal: 'businessId userId ownerId tokens expiresAt tokenExpiresAt refreshAt nextCheckAt',
  }),
  people(apiKeys, {
    of: TEAM,
    personal: { createdBy: account('who created it'), rotatedBy: account('who rotated it') },
    internal: 'id businessId name last4 scopes isTest app mandate createdAt lastUsedAt rotatedAt revokedAt',
  }),
  people(proposals, {
    of: 'whom a request of an agent is about, and who decided about it',
    personal: {
      content: deleted('the request and its response'),
      reason: kept('why it was decided so', 'the business wrote it for itself'),
      decidedBy: account('who decided'),
    },
    internal:
      'id businessId keyId operationId fingerprint amountCents currency status decidedAt createdAt expiresAt',
  }),
  impersonal(agentCharges, 'id keyId operationId campaignId amountCents createdAt'),
  people(exportLinks, {
    of: TEAM,
    personal: {
      createdBy: account('who created it'),
      query: kept('what a list is filtered by', 'references and searches for the person are replaced in it'),
    },
    internal: 'id businessId operationId hash last4 createdAt creatorKind lastUsedAt',
  }),
  impersonal(apiKeySecrets, 'hash keyId expiresAt'),
  impersonal(appTokens, 'hash keyId clientHash expiresAt usedAt'),
  people(adminActions, {
    of: 'an admin',
    personal: {
      actorId: account('who did it'),
      target: account('whose record changed'),
      details: kept(
        'IDs, amounts and names of fields',
        'contains no personal data, and the chain of hashes must hold',
      ),
    },
    internal: 'id createdAt actorKind operation requestId previousHash hash',
  }),
  people(idempotencyKeys, {
    of: 'a caller, and whom a response is about',
    personal: { body: deleted('a response'), caller: deleted('who called') },
    internal: 'key fingerprint status expiresAt',
  }),
  people(erasures, {
    of: 'a person whose data was erased',
    personal: { id: account('whose') },
    internal: 'kind erasedAt',
  }),
  people(auth.users, {
    of: USER,
    rows: { id: 'user' },
    erasure: 'delete',
    file: 'account',
    personal: {
      email: deleted('email address'),
      name: deleted('name'),
      locale: deleted('language'),
      timeZone: deleted('time zone'),
      createdBy: account('who added the person'),
    },
    facts: 'id role businessId position emailConfirmedAt developerTools createdAt updatedAt',
    internal: 'passwordHash',
  }),
];
