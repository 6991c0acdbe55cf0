import { plural } from '../text.ts';

/** Corrections of a member's balances. */
export const messages = {
  title: (member: string) => `Correct the balance of ${member}`,
  how: 'Earlier records stay as they are. Tiers and goals follow, and you can undo the correction.',
  balance: 'Balance',
  balances: { points: 'Points', visits: 'Visits (stamps)', cashback: 'Cashback' },
  now: (balance: string) => `Now: ${balance}`,
  change: 'Change',
  add: 'Add',
  takeBack: 'Take back',
  amount: 'Amount',
  reason: 'Reason',
  reasonHint: 'Shown to your team only.',
  reasonExample: 'Order was recorded twice',
  cancel: 'Cancel',
  correct: 'Correct balance',
  corrected: (balance: string) => `Balance corrected: ${balance}`,
  correctedWon: (balance: string, rewards: string) => `Balance corrected: ${balance}. New reward: ${rewards}`,
  /** The amount is the formatted count, with a sign in corrections. */
  counts: {
    points: (amount: string, count: number) =>
      plural(count, { one: `${amount} point`, other: `${amount} points` }),
    visits: (amount: string, count: number) =>
      plural(count, { one: `${amount} visit`, other: `${amount} visits` }),
  },
  cashbackOf: (amount: string) => `${amount} of cashback`,
  corrections: 'Corrections',
  none: 'No corrections yet',
  noneHow: 'If a balance is wrong, correct it in the menu at the top of this page.',
  date: 'Date',
  correction: 'Correction',
  /** Before the person who corrected a balance. */
  by: 'By',
  you: 'You',
  teamMember: 'Team member',
  apiKey: 'API key',
  commandLine: 'Command line',
  undo: 'Undo',
  undoOf: (correction: string) => `Undo the correction ${correction}`,
  undone: 'Undone',
  undoTitle: (correction: string) => `Undo the correction ${correction}?`,
  undoAdded: 'What was added is taken back, unless the member has spent it.',
  undoTaken: 'The member gets back what was taken.',
  undoCorrection: 'Undo correction',
  correctionUndone: (balance: string) => `Correction undone: ${balance}`,
  mergeTitle: (member: string) => `Merge ${member} into another member`,
  mergeHow:
    'Points, stamps, cashback, rewards and history move to the other member. This membership ends; its member ID and card find the other member. You can undo it.',
  mergeAccount:
    'This member has an account, which loses the membership. To keep it, merge the other way around.',
  findOther: 'Find the other member',
  findOtherHint: 'Name, phone number, email address or member ID.',
  mergeInto: 'Merge into',
  noOther: 'No other member matches',
  merge: 'Merge members',
  merged: (member: string) => `Merged into ${member}`,
  mergedWon: (member: string, rewards: string) => `Merged into ${member}. New reward: ${rewards}`,
  mergedMembers: 'Merged members',
  member: 'Member',
  undoMerge: 'Undo merge',
  undoMergeTitle: (member: string) => `Undo the merge of ${member}?`,
  undoMergeHow:
    'What moved returns, unless it has been spent. What has happened since stays with this member.',
  mergeUndone: (member: string) => `${member} is a separate member again`,
};
export type Messages = typeof messages;
