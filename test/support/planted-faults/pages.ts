import type { PlantedFault } from './fault.ts';

export const PAGES_FAULTS: readonly PlantedFault[] = [
  {
    name: 'A spreadsheet runs an exported text that starts with = as a formula.',
    file: 'src/platform/csv.ts',
    find: "const FORMULA = /^'*(?:[\\t\\r]|\\s*[=+",
    replace: "const FORMULA = /^'*(?:[\\t\\r]|\\s*[+",
    tests: ['test/http/csv-files.test.ts'],
  },
  {
    name: 'A campaign ends at the start of its last day.',
    file: 'src/dashboard/data/local-time.ts',
    find: "edge === 'end' && !hasTime ? reading + DAY_MS : reading",
    replace: 'reading',
    tests: ['test/pages/local-time.test.ts'],
  },
  {
    name: 'What ends at midnight is shown with the day after its last one.',
    file: 'src/dashboard/data/format.ts',
    find: 'Date.parse(iso) - 1)',
    replace: 'Date.parse(iso))',
    tests: ['test/pages/local-time.test.ts'],
  },
  {
    name: "Times are shown in UTC instead of the business's time zone.",
    file: 'src/dashboard/data/format.ts',
    find: 'formatIn(timeZone.value, DATE_TIME, Date.parse(iso))',
    replace: "formatIn('UTC', DATE_TIME, Date.parse(iso))",
    tests: ['test/pages/local-time.test.ts'],
  },
  {
    name: 'A count takes the plural form of its noun also for 1.',
    file: 'src/platform/message-format.ts',
    find: 'texts[rules.select(value as number)] ?? ',
    replace: '',
    tests: ['test/pages/activity.test.ts'],
  },
  {
    name: 'The name of a shop is not escaped in the drawing of a sign.',
    file: 'src/dashboard/sign/text.ts',
    find: 'character => ENTITIES[character] ?? character',
    replace: 'character => character',
    tests: ['test/pages/sign.test.ts'],
  },
  {
    name: 'The review queue counts submissions that were decided here.',
    file: 'src/dashboard/pages/business/review/review-reading.ts',
    find: 'total: queue.total - decided',
    replace: 'total: queue.total',
    tests: ['test/pages/review-reading.test.ts'],
  },
  {
    name: 'The menu shows the page of API keys to staff.',
    file: 'src/dashboard/routes-business.ts',
    find: "    permission: 'keys',\n    menu: { icon: 'key',",
    replace: "    permission: 'view',\n    menu: { icon: 'key',",
    tests: ['test/pages/menu.test.ts'],
  },
  {
    name: 'The logo of the menu has no alternative text.',
    file: 'src/dashboard/shell/frame.tsx',
    find: 'alt="" width="24"',
    replace: 'width="24"',
    tests: ['team: staff see only the pages'],
    on: 'browser',
  },
];
