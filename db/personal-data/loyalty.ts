import { adjustmentParts, memberAdjustments } from '../schema/adjustments.ts';
import { memberClaims } from '../schema/claims.ts';
import { importedMembers, imports } from '../schema/imports.ts';
import { inboundOrders, inboundRefunds, integrations } from '../schema/integrations.ts';
import { memberTerms } from '../schema/member-terms.ts';
import { memberMerges, mergedRecords } from '../schema/merges.ts';
import { passDevices, passes, passIssuers } from '../schema/passes.ts';
import * as programs from '../schema/programs.ts';
import { referrals } from '../schema/referrals.ts';
import { cashbackRedemptionParts, cashbackRedemptions, cashbackRefunds } from '../schema/refunds.ts';
import { rewardReinstatements, rewards } from '../schema/rewards.ts';
import { deletedUploads, fileParts, submissions, uploads } from '../schema/submissions.ts';
import { verificationResults } from '../schema/verification.ts';
import { shopCounts, shopOrders, visits } from '../schema/visits.ts';
import { account, cleared, deleted, ERASED_URL, impersonal, kept, people, renamed, unlinked } from './map.ts';

const TEAM = 'a team member of a business';
const MEMBER = 'a member of a program';
const SUBMITTER = 'the submitter of proof';
const ORDER = kept('number of the order in the shop', 'the books of the shop refer to it');
const REFERENCE = renamed('the reference by which the business knows the person');
const BY = account('who did it');

/** Programs, rewards and proof. Rows that refer to others come before them. */
export const LOYALTY_TABLES = [
  people(verificationResults, {
    of: SUBMITTER,
    rows: { submissionId: 'submission' },
    file: 'verification-results',
    personal: { evidence: cleared('what a provider found out') },
    facts: 'submissionId provider result score receivedAt',
    internal: 'id',
  }),
  people(submissions, {
    of: SUBMITTER,
    rows: { id: 'submission' },
    file: 'submissions',
    personal: {
      userId: REFERENCE,
      memberId: REFERENCE,
      proofUrl: cleared('link to a post or a file', ERASED_URL),
      uploadId: cleared('the file'),
      proofHash: unlinked('hash of the link'),
      imageHash: cleared('hash of the file'),
      notes: cleared('message of the person'),
      handle: cleared('name of the account'),
      followers: kept('number of followers', 'a number by which no person is recognized'),
      reason: cleared('words of the reviewer'),
      reviewNote: cleared('words of the reviewer'),
      reviewedBy: account('who reviewed it'),
      verificationChecks: cleared('checks with the name of the account', []),
    },
    facts:
      'id businessId campaignId programId actionId proofType status currency orderValueCents orderValueConfirmed rewardId rejectionCode reviewedAt revision resubmitOf verificationStatus verifiedAt createdAt',
    internal:
      'submittedByPerson uploadMediaType budgetCents reviewDueAt reviewDueNotedAt riskScore riskFlags',
  }),
  people(uploads, {
    of: SUBMITTER,
    rows: { id: 'upload' },
    erasure: 'delete',
    file: 'uploads',
    personal: { hash: deleted('hash of the file') },
    facts: 'id mediaType sizeBytes createdAt',
    internal: 'ownerId businessId attachedAt storage pixels',
  }),
  impersonal(deletedUploads, 'id storage'),
  people(fileParts, {
    of: SUBMITTER,
    erasure: 'cascade',
    personal: { bytes: deleted('the file') },
    internal: 'key part parts createdAt',
  }),
  people(rewardReinstatements, {
    of: MEMBER,
    rows: { rewardId: 'reward' },
    file: 'reward-reinstatements',
    personal: { reason: cleared('words of the business'), actorId: BY },
    facts: 'rewardId redeemedAt createdAt',
    internal: 'number amountCents actorKind',
  }),
  people(rewards, {
    of: MEMBER,
    rows: { id: 'reward' },
    file: 'rewards',
    personal: { userId: REFERENCE, voidReason: cleared('words of the business') },
    facts:
      'id code businessId campaignId programId source submissionId currency type item status expiresAt redeemedAt createdAt',
    internal: 'value maxCents amountCents',
  }),
  people(passDevices, {
    of: MEMBER,
    erasure: 'cascade',
    personal: { deviceId: deleted('a phone'), pushToken: deleted('where the phone receives messages') },
    internal: 'passId pushDueAt createdAt',
  }),
  people(passes, {
    of: MEMBER,
    rows: { recordId: 'member', subject: 'reward' },
    erasure: 'delete',
    file: 'wallet-passes',
    personal: {
      subject: deleted('program and reference of the member'),
      news: deleted('the last message to the phone'),
    },
    facts: 'id businessId platform kind locale createdAt updatedAt',
    internal: 'recordId cardVersion newsOf',
  }),
  impersonal(passIssuers, 'businessId platform settings secret eventSequence lastError updatedAt'),
  people(memberClaims, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    erasure: 'delete',
    internal: 'memberKey hash createdAt expiresAt',
  }),
  people(memberTerms, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    erasure: 'delete',
    personal: { term: deleted('beginnings of names, numbers and addresses, for search') },
    internal: 'memberKey programId businessId',
  }),
  impersonal(
    programs.programs,
    'id businessId name description status rewards currency autoCreditLimitCents card referral visitCooldownMinutes visitMaxPerDay memberCount activeMemberCount submissionCount approvedCount visitCount pendingCents availableCents redeemedCents createdAt updatedAt',
  ),
  people(programs.memberActivities, {
    of: MEMBER,
    rows: { memberId: 'member' },
    file: 'points',
    facts: 'memberId reference points spendCents visits createdAt reversedAt',
    internal: 'id isApproval transferId',
  }),
  people(programs.memberGoals, {
    of: MEMBER,
    rows: { memberId: 'member' },
    file: 'goals',
    facts: 'memberId goalId completions completedAt',
    internal: 'baseline consumed',
  }),
  people(programs.goalCompletions, {
    of: MEMBER,
    rows: { memberId: 'member' },
    internal: 'memberId goalId number consumed rewardId completedAt',
  }),
  impersonal(mergedRecords, 'mergeId kind recordId'),
  people(memberMerges, {
    of: MEMBER,
    rows: { fromKey: 'member', intoKey: 'member' },
    file: 'merged-memberships',
    personal: {
      fromReference: REFERENCE,
      intoReference: REFERENCE,
      actorId: BY,
      // An undo would need what is erased.
      isFinal: cleared('whether it can no longer be undone', 1),
    },
    facts: 'id programId businessId createdAt undoneAt',
    internal:
      'fromKey intoKey fromStatus fromEnrolledByPerson fromPhoneConfirmed fromLastActivityAt intoLastActivityAt filled submissionCount otherVisits otherRedeemedCents goals intoGoals actorKind',
  }),
  impersonal(adjustmentParts, 'adjustmentId cashbackId amountCents'),
  people(memberAdjustments, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    file: 'corrections',
    personal: { memberId: REFERENCE, reason: cleared('words of the business', ''), actorId: BY },
    facts: 'id programId businessId points visits currency cashbackCents createdAt undoneAt',
    internal: 'memberKey cashbackId transferId actorKind',
  }),
  impersonal(cashbackRedemptionParts, 'redemptionId number cashbackId amountCents refundedCents'),
  people(cashbackRefunds, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    file: 'refunds',
    personal: { memberId: REFERENCE, orderId: ORDER, reason: cleared('words of the business'), actorId: BY },
    facts: 'id programId businessId amountCents cashbackCents points visits createdAt',
    internal:
      'memberKey subjectId number cashbackId visitId redemptionId activityReference totalCents heldCents expiredCents actorKind',
  }),
  people(cashbackRedemptions, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    file: 'spent-cashback',
    personal: { memberId: REFERENCE, actorId: BY },
    facts: 'id programId businessId amountCents refundedCents createdAt',
    internal: 'memberKey transferId actorKind',
  }),
  people(shopOrders, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    file: 'spent-points',
    personal: { memberId: REFERENCE, cancelReason: cleared('words of the business'), actorId: BY },
    facts: 'id programId businessId itemId points rewardId createdAt canceledAt',
    internal: 'memberKey transferId actorKind',
  }),
  people(shopCounts, { of: MEMBER, rows: { scope: 'member' }, internal: 'scope itemId bought' }),
  people(visits, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    file: 'visits',
    personal: { memberId: REFERENCE, orderId: ORDER, actorId: BY },
    facts: 'id programId businessId quantity currency orderValueCents points createdAt reversedAt',
    internal: 'memberKey cashbackId orderReference actorKind',
  }),
  people(programs.cashbacks, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    file: 'cashback',
    personal: {
      memberId: REFERENCE,
      orderId: ORDER,
      description: cleared('words of the business'),
      reason: cleared('words of the business'),
    },
    facts:
      'id programId businessId submissionId currency amountCents remainingCents refundedCents expiredCents orderValueCents status availableAt expiresAt createdAt',
    internal: 'memberKey rate earnTransferId releaseTransferId',
  }),
  people(importedMembers, {
    of: MEMBER,
    rows: { memberKey: 'member' },
    internal:
      'importId memberKey line isCreated points visits cashbackCents spendCents lastVisitAt rewardIds pointsTransferId cashbackId cashbackTransferId before state',
  }),
  people(imports, {
    of: TEAM,
    personal: { actorId: BY },
    internal:
      'id programId businessId kind format status isDryRun mapping sizeBytes readBytes rowCount createdCount updatedCount unchangedCount failedCount errors currency points visits cashbackCents spendCents rewards keptCount actorKind createdAt updatedAt completedAt undoneAt',
  }),
  impersonal(inboundRefunds, 'orderKey refundId amountCents currency'),
  people(inboundOrders, {
    of: 'a buyer, until the order is counted, and then a member',
    rows: { memberId: 'reference', email: 'contact', phone: 'contact' },
    file: 'orders',
    personal: {
      memberId: REFERENCE,
      email: cleared('email address'),
      phone: cleared('phone number'),
      orderId: ORDER,
    },
    facts: 'id businessId source programId status currency amountCents refundedCents createdAt',
    internal: 'integrationId reasonCode reason reversedCents visitId updatedAt',
  }),
  impersonal(
    integrations,
    'id businessId source programId secret lastReceivedAt lastIgnoredAt lastRefusedAt lastRefusedCode createdAt updatedAt removedAt',
  ),
  people(referrals, {
    of: MEMBER,
    rows: { referrerKey: 'member', refereeKey: 'member' },
    file: 'referrals',
    facts: 'id programId businessId status createdAt paidAt',
    internal: 'referrerKey refereeKey activityReference referrerRewardId refereeRewardId',
  }),
  people(programs.members, {
    of: MEMBER,
    rows: { id: 'member' },
    file: 'memberships',
    personal: {
      memberId: REFERENCE,
      enrolledAs: cleared('the earlier reference by which the business knows the person'),
      name: cleared('name'),
      email: cleared('email address'),
      phone: cleared('phone number'),
      unconfirmedPhone: cleared('the phone number that the person entered, until the business confirms it'),
      metadata: cleared('what the business noted', {}),
    },
    facts:
      'id programId businessId status tier points pointsSpent currency pendingCents availableCents redeemedCents lifetimeCents spendCents submissionCount approvedCount visitCount lastVisitAt joinedAt lastActivityAt',
    internal: 'mergedInto enrolledByPerson cardVersion grantedCents',
  }),
];
