import type { DemoHost } from './demo-host.ts';

/** The stamp cards that the shop had before, each with the day of the last visit. */
const OLD_CARDS = [
  { name: 'Grace Okoro', phone: '+12025550160', stamps: 7, cards: 2, lastDay: -2 },
  { name: 'Hugo Lindqvist', phone: '+12025550161', stamps: 3, cards: 1, lastDay: -5 },
  { name: 'Ines Castro', phone: '+12025550162', stamps: 9, cards: 4, lastDay: -1 },
  { name: 'Jonas Weber', phone: '+12025550163', stamps: 0, cards: 1, lastDay: -40 },
];

/** Moves the members of the old stamp cards into the program. */
export async function importOldCards({ call, timeOf }: DemoHost, program: string): Promise<void> {
  const rows = OLD_CARDS.map(({ name, phone, stamps, cards, lastDay }) =>
    [name, phone, stamps, cards, new Date(timeOf(lastDay, 0)).toISOString()].join(','),
  );
  const csv = ['Name,Mobile,Active Stamps,Completed Stamps,Last Visit', ...rows].join('\n');
  const form = new FormData();
  form.set('kind', 'members');
  form.set('programId', program);
  form.set('file', new File([csv], 'stamp-cards.csv', { type: 'text/csv' }));
  await call('owner', 'POST', '/imports', form);
}

/** Creates the links that the spreadsheet and the calendar of the shop read. */
export async function shareLists({ call }: DemoHost): Promise<void> {
  for (const link of [
    { operationId: 'listRewards', query: { status: 'issued' } },
    { operationId: 'getCalendar' },
  ])
    await call('owner', 'POST', '/export-links', link);
}
