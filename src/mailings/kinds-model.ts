import type { POSITIONS, ROLES } from '../../db/enums.ts';

/** The version of the titles and descriptions below, stored with each choice. Change it with them. */
export const WORDING_VERSION = '2026-11';

/** The positions in a business of those who get a mail; none for customers. */
const AUDIENCES = {
  customer: [],
  owner: ['owner'],
  managers: ['owner', 'manager'],
  reviewers: ['owner', 'manager', 'staff'],
} as const satisfies Record<string, readonly (typeof POSITIONS)[number][]>;

interface MailKindInfo {
  title: string;
  description: string;
  /** The people who get it. */
  audience: keyof typeof AUDIENCES;
  /** Whether it is sent before the person has chosen. Only mails about the person's own affairs may be. */
  isDefault: boolean;
}

/** All kinds of mail that a person can turn off. Sign-in codes and links are not among them: the person asks for those. */
export const MAIL_KIND_INFO = {
  'submission.decided': {
    title: 'Decisions on your proof',
    description: 'When a shop approves or rejects what you sent',
    audience: 'customer',
    isDefault: true,
  },
  'reward.issued': {
    title: 'New rewards',
    description: 'When you get a reward for points, visits or a goal',
    audience: 'customer',
    isDefault: true,
  },
  'reward.expiring': {
    title: 'Expiring rewards',
    description: 'Three days before a reward that you have not used expires',
    audience: 'customer',
    isDefault: true,
  },
  'cashback.available': {
    title: 'Available cashback',
    description: 'When cashback can be spent, at most once per day and program',
    audience: 'customer',
    isDefault: true,
  },
  'tier.reached': {
    title: 'New tiers',
    description: 'When you reach a higher tier of a program',
    audience: 'customer',
    isDefault: true,
  },
  'order.filled': {
    title: 'Filled orders',
    description: 'When your order on the perk exchange is completely filled',
    audience: 'customer',
    isDefault: true,
  },
  'submission.waiting': {
    title: 'New submissions',
    description: 'When customers send proof, at most every four hours',
    audience: 'reviewers',
    isDefault: true,
  },
  'proposal.waiting': {
    title: 'Requests of agents',
    description: 'When a request of an agent waits for you, at most once per hour and agent',
    audience: 'managers',
    isDefault: true,
  },
  'business.weekly': {
    title: 'Weekly letter',
    description: 'On Monday: what came in, what it cost, what waits and what to do next',
    audience: 'owner',
    isDefault: true,
  },
} as const satisfies Record<string, MailKindInfo>;

export type MailKind = keyof typeof MAIL_KIND_INFO;
export const MAIL_KINDS = Object.keys(MAIL_KIND_INFO) as [MailKind, ...MailKind[]];

/** All kinds of messages on passes in the wallet of a phone. They are about the person's own affairs, so that they are on at first. */
export const PASS_MESSAGE_INFO = {
  'visit.recorded': {
    title: 'Stamps and points',
    description: 'When a shop records your visit or purchase',
  },
  'reward.issued': MAIL_KIND_INFO['reward.issued'],
  'reward.expiring': {
    title: 'Expiring rewards',
    description: 'Three days before a reward in Apple Wallet expires; Google reminds you itself',
  },
  'cashback.available': { title: 'Available cashback', description: 'When cashback can be spent' },
  'tier.reached': MAIL_KIND_INFO['tier.reached'],
} as const;

export type PassMessageKind = keyof typeof PASS_MESSAGE_INFO;
export const PASS_MESSAGE_KINDS = Object.keys(PASS_MESSAGE_INFO) as [PassMessageKind, ...PassMessageKind[]];

/** Returns the kind under which the choice about a message on passes is stored, beside those about mails. */
export function toStoredKind(kind: PassMessageKind): string {
  return `pass:${kind}`;
}

/** Returns whether a text is a kind of mail; stored kinds may be those of a later version. */
export function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(MAIL_KIND_INFO, text);
}

interface Person {
  role: (typeof ROLES)[number];
  position: (typeof POSITIONS)[number] | null;
}

/** Lists the kinds that a person can get. */
export function listKindsFor({ role, position }: Person): MailKind[] {
  return MAIL_KINDS.filter(kind => {
    const { audience } = MAIL_KIND_INFO[kind];
    if (role === 'customer') return audience === 'customer';
    return position !== null && listPositions(kind).includes(position);
  });
}

/** Lists the positions in a business that get a kind. */
export function listPositions(kind: MailKind): readonly (typeof POSITIONS)[number][] {
  return AUDIENCES[MAIL_KIND_INFO[kind].audience];
}

/** Returns whether a person gets a kind before a choice: staff and managers choose what their owner gets, too. */
export function isOnByDefault(kind: MailKind, { position }: Pick<Person, 'position'>): boolean {
  return MAIL_KIND_INFO[kind].isDefault && (position === null || position === 'owner');
}
