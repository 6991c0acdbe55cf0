import type { Command } from 'commander';
import { actAs } from '../../src/auth/service/users.ts';
import type { Notification } from '../../src/notifications/model.ts';
import { listNotifications, markSeen } from '../../src/notifications/service.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, pickPage, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<Notification>[] = [
  { title: 'ID', value: notification => notification.id },
  { title: 'SEEN', value: ({ isSeen }) => (isSeen ? 'yes' : 'no') },
  { title: 'TYPE', value: notification => notification.type },
  { title: 'RECORD', value: notification => notification.resourceId },
  { title: 'CAMPAIGN', value: ({ campaign }) => campaign?.name ?? null },
  { title: 'BY', value: ({ customer }) => customer?.name ?? customer?.id ?? null },
  { title: 'CREATED', value: notification => notification.createdAt },
];

interface UserOptions {
  user: string;
}

export function notificationCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'notifications',
    "Show what needs a user's attention",
    'perkmint notifications list --user olga@bluecup.example',
    'perkmint notifications seen --user olga@bluecup.example',
  );
  const list = noun
    .command('list')
    .description('List the notifications of a business user, newest first')
    .requiredOption('--user <email>', 'email address of the user');
  withPages(list).action(
    action<PageOptions & UserOptions>(async context => {
      const ctx = await actAs(await context.ctx(), context.options.user);
      const page = await listNotifications(ctx, pickPage(context.options));
      context.out.info(`${page.unseen} new, ${page.pendingSubmissions} submissions to review`);
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint notifications list --user olga@bluecup.example',
    'perkmint notifications list --user olga@bluecup.example --json',
  );

  const seen = noun
    .command('seen')
    .description('Mark the notifications of a business user as seen')
    .requiredOption('--user <email>', 'email address of the user')
    .option('--notification <id>', 'mark this notification and all older ones (default: all)')
    .action(
      action<UserOptions & { notification?: string }>(async context => {
        const { user, notification: notificationId } = context.options;
        const ctx = await actAs(await context.ctx(), user);
        const counts = await markSeen(ctx, { ...(notificationId && { notificationId }) });
        context.out.done(`${counts.unseen} new notifications remain`, counts);
      }),
    );
  withExamples(
    seen,
    'perkmint notifications seen --user olga@bluecup.example',
    'perkmint notifications seen --user olga@bluecup.example --notification evt_01…',
  );
}
