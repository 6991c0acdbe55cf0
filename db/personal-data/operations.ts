import * as billing from '../schema/billing.ts';
import { businesses, slugs } from '../schema/businesses.ts';
import { campaigns } from '../schema/campaigns.ts';
import { counters, installationCounters } from '../schema/counters.ts';
import { events } from '../schema/events.ts';
import * as exchange from '../schema/exchange.ts';
import { influencerAccounts, influencers } from '../schema/influencers.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../schema/ledger.ts';
import { observations } from '../schema/observations.ts';
import { planNotices, subscriptions, usageMonths } from '../schema/plans.ts';
import { facts, referenceBundles, referenceEntries } from '../schema/reference.ts';
import { aiUsage, suggestions } from '../schema/suggestions.ts';
import { deliveries, webhooks } from '../schema/webhooks.ts';
import { account, cleared, deleted, impersonal, kept, people } from './map.ts';

const TEAM = 'a team member of a business';
const TRADER = 'a trader of the perk exchange';
const INFLUENCER = 'an influencer on the list of a business, which deletes the row';
const BOOKS = 'the books must add up, and hold IDs and amounts only';

/** Businesses, money, events and everything else. */
export const OPERATION_TABLES = [
  people(deliveries, {
    of: 'whom an event is about',
    rows: { eventId: 'event' },
    personal: {
      responseBody: cleared("the receiver's answer"),
      error: cleared("the receiver's answer"),
      timeline: cleared("the receiver's answers", []),
      sample: kept('a sample event', 'contains the examples of the documentation'),
    },
    internal:
      'id webhookId eventId type status attempts responseStatus durationMs nextAttemptAt claimedBy claimedUntil createdAt',
  }),
  impersonal(
    webhooks,
    'id businessId url events description isThin status disabledReason secret previousSecret previousSecretUntil failures createdAt removedAt',
  ),
  people(events, {
    of: 'whom a record is about, and who changed it',
    rows: { id: 'event' },
    file: 'events',
    personal: {
      // The fields of EVENT_FIELDS are replaced inside.
      data: {
        ...kept('the record after the change', 'its personal fields are replaced one by one'),
        isHidden: true,
      },
      actorId: account('who did it'),
    },
    facts: 'id type businessId resourceId createdAt',
    internal: 'sequence family actorKind requestId traceparent',
  }),
  people(exchange.exchangeTraders, {
    of: TRADER,
    rows: { ownerId: 'user' },
    file: 'exchange-profile',
    personal: {
      displayName: cleared('name'),
      userId: account('who enrolled'),
      ownerId: account('whose wallet'),
    },
    facts: 'id role status createdAt',
    internal: 'businessId',
  }),
  impersonal(
    exchange.perks,
    'id businessId programId name description currency faceValueCents supply redeemed lastPriceCents expiresAt status bestAskCents bestBidCents activity changeSequence createdAt updatedAt',
  ),
  people(exchange.exchangeOrders, {
    of: TRADER,
    rows: { ownerId: 'user' },
    file: 'exchange-orders',
    personal: {
      clientOrderId: cleared("the person's own name of the order"),
      userId: account('who placed it'),
      ownerId: account('whose wallet'),
    },
    facts:
      'id perkId type orderType currency priceCents quantity filled cancelled valueCents status timeInForce cancelReason expiresAt createdAt updatedAt',
    internal: 'sequence rankCents',
  }),
  people(exchange.exchangeTrades, {
    of: TRADER,
    personal: { buyOwnerId: account('who bought'), sellOwnerId: account('who sold') },
    internal:
      'id sequence perkId buyOrderId sellOrderId takerSide currency priceCents quantity transferId executedAt',
  }),
  impersonal(exchange.exchangeLevels, 'perkId type rankCents quantity orders'),
  impersonal(
    exchange.exchangeBuckets,
    'perkId spanSeconds startsAt openCents highCents lowCents closeCents volumeCents quantity trades',
  ),
  people(ledgerTransfers, {
    of: 'whom money moved for',
    rows: { id: 'ledgerTransfer' },
    file: 'transfers',
    personal: {
      description: cleared('words of the business'),
      reference: kept('what caused the transfer', BOOKS),
    },
    facts: 'id kind createdAt',
    internal: 'businessId reverses partlyReverses requestId',
  }),
  people(ledgerEntries, {
    of: 'whom money moved for',
    rows: { accountId: 'ledgerAccount' },
    file: 'entries',
    personal: { accountId: kept('the account, which names an ID', BOOKS) },
    facts: 'transferId unit amount balanceAfter',
    internal: 'id',
  }),
  people(ledgerAccounts, {
    of: 'whose balance it is',
    rows: { id: 'ledgerAccount' },
    file: 'balances',
    personal: { id: kept('the account, which names an ID', BOOKS), ownerId: kept('an ID', BOOKS) },
    facts: 'unit balance',
    internal: 'businessId allowsNegative',
  }),
  people(influencerAccounts, {
    of: INFLUENCER,
    personal: { handleKey: deleted('name of the account'), followers: deleted('number of followers') },
    internal: 'businessId platform influencerId',
  }),
  people(influencers, {
    of: INFLUENCER,
    personal: {
      name: deleted('name'),
      email: deleted('email address'),
      emailKey: deleted('email address, for comparison'),
      platforms: deleted('accounts and numbers of followers'),
      rateCard: deleted('prices'),
      niches: deleted('subjects'),
      country: deleted('country'),
      engagementRate: deleted('success of the posts'),
      notes: deleted('what the business noted'),
      searchText: deleted('name, email address and accounts, for search'),
    },
    internal: 'id businessId status createdAt',
  }),
  impersonal(
    businesses,
    'id name industry website country timeZone locale currency usdRateMillionths policyGuard requireRejectReason reinstateWindowHours refundWindowDays slug handles logoUploadId accentColor invitationText rewardText senderName showsPerkmint opensAt eventSequence testEnvironmentId createdAt updatedAt',
  ),
  impersonal(slugs, 'kind slug recordId createdAt'),
  people(campaigns, {
    of: TEAM,
    personal: { policyAcknowledgedBy: account('who accepted new rules') },
    internal:
      'id businessId name slug description instructions state stateReason platform actionType actionId programId suggestionId currency rewardType rewardValue rewardItem rewardMaxCents rewardExpiresInDays minFollowers hashtags startsAt endsAt budgetTotalCents budgetReservedCents budgetSpentCents maxApprovals perUser reviewMode reviewSlaHours reviewOnTimeout disclosureRequired disclosureText warnings policyAcknowledgedAt policyChange pendingCount approvedCount rejectedCount createdAt updatedAt',
  }),
  impersonal(
    suggestions,
    'id businessId origin planId actionId campaign costCents valueCents completions createdAt appliedAt',
  ),
  impersonal(aiUsage, 'day requests'),
  impersonal(counters, 'scope list facet total'),
  impersonal(installationCounters, 'list facet slot total'),
  impersonal(
    observations,
    'businessId platform actionType actionId approved rejected fixedApproved fixedCents',
  ),
  impersonal(referenceEntries, 'kind id position document'),
  impersonal(facts, 'name value'),
  impersonal(referenceBundles, 'id keyId issuedAt notes hash payload appliedAt undoneAt'),
  impersonal(
    subscriptions,
    'id businessId provider isOwn planId interval paymentStatus anchorAt periodStart periodEnd cancelAtPeriodEnd pastDueAt graceEndedAt endedAt renewalInvoiceId termsKey createdAt updatedAt',
  ),
  impersonal(usageMonths, 'businessId month submissions'),
  impersonal(planNotices, 'businessId meter month planId'),
  impersonal(
    billing.invoices,
    'id number reference businessId provider kind planId interval subscriptionId amountCents currency status checkoutUrl checkoutId providerInvoiceId providerPaymentId transferId refundedCents refundsCents chargedBackCents shortfallCents createdAt dueAt paidAt refundedAt',
  ),
  impersonal(billing.invoiceNumbers, 'year last'),
  impersonal(
    billing.billingEvents,
    'provider id type objectId subscriptionId paymentStatus refundOf refundedCents rank outcome occurredAt receivedAt',
  ),
  impersonal(billing.billingCustomers, 'businessId provider customerId updatedAt'),
];

/**
 * The fields of events that hold personal data, by the family of the event, with what an erasure puts in their place.
 * They are replaced in the record itself and in the records inside it.
 */
export const EVENT_FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  member: { name: null, email: null, phone: null, metadata: {}, reason: '' },
  submission: {
    proofUrl: 'https://erased.invalid/',
    notes: '',
    handle: null,
    upload: null,
    reason: null,
    checks: [],
  },
  reward: { reason: null, voidReason: null },
  cashback: { description: null, reason: null },
  exchange: { clientOrderId: null },
  platform: { handle: null, displayName: null },
};
