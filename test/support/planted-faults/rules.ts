import type { PlantedFault } from './fault.ts';

export const RULES_FAULTS: readonly PlantedFault[] = [
  {
    name: 'Tracking parameters of a platform make the same post another proof.',
    file: 'src/submissions/rules/proof-url.ts',
    find: '(isPlatform && PLATFORM_TRACKING.has(name))',
    replace: '(!isPlatform && PLATFORM_TRACKING.has(name))',
    tests: ['test/submissions/proof.test.ts'],
  },
  {
    name: 'A reward that uses up the rest of the budget is refused.',
    file: 'src/campaigns/rules.ts',
    find: 'budgetTotalCents - budgetReservedCents - budgetSpentCents >= cents',
    replace: 'budgetTotalCents - budgetReservedCents - budgetSpentCents > cents',
    tests: ['test/campaigns/budget.test.ts'],
  },
  {
    name: 'Exactly the required number of followers is not enough.',
    file: 'src/verification/rules.ts',
    find: 'passed: followers >= minFollowers',
    replace: 'passed: followers > minFollowers',
    tests: ['test/verification/webhook.test.ts'],
  },
  {
    name: 'The check digits of a creditor reference are off by one.',
    file: 'src/billing/rules.ts',
    find: 'const check = 98n -',
    replace: 'const check = 97n -',
    tests: ['test/billing/rules.test.ts'],
  },
  {
    name: 'A sign-in on a shared device outlives the PIN that it was made with.',
    file: 'src/places/rules.ts',
    find: 'session.pinSetAt <= session.createdAt &&',
    replace: '',
    tests: ['test/places/pins.test.ts', 'test/places/rules.test.ts'],
  },
  {
    name: 'A PIN of descending digits is accepted.',
    file: 'src/auth/rules.ts',
    find: 'return [0, 1, -1].some(',
    replace: 'return [0, 1].some(',
    tests: ['test/places/pins.test.ts'],
  },
  {
    name: "A day starts at midnight in UTC instead of the business's time zone.",
    file: 'src/platform/time-zone.ts',
    find: 'return Temporal.PlainDate.from(day).toZonedDateTime(toUsableTimeZone(timeZone)).epochMilliseconds;',
    replace: "return Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds;",
    tests: ['test/platform/time-zone.test.ts'],
  },
  {
    name: 'Quiet hours over midnight end on the day on which they began.',
    file: 'src/mailings/rules/quiet-hours.ts',
    find: 'isOvernight && isAfterStart ?',
    replace: 'isOvernight && !isAfterStart ?',
    tests: ['test/mailings/rules.test.ts'],
  },
];
