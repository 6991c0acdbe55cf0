import { expect, test } from 'bun:test';
import { silentLog } from '../../src/platform/log.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { BackgroundTasks } from '../../src/platform/runtime/background-tasks.ts';
import { postAuth } from '../auth/fixture.ts';
import { createCustomer } from '../support/accounts.ts';
import { createTestApp } from '../support/test-app.ts';

const ignore = () => {};

test('settled waits for tasks, and for those that they start', async () => {
  const tasks = new BackgroundTasks(silentLog);
  const finished: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  tasks.run(
    first.promise.then(() => {
      finished.push('first');
      tasks.run(
        second.promise.then(() => finished.push('second')),
        ignore,
      );
    }),
    ignore,
  );
  const settled = tasks.settled().then(() => finished.push('settled'));
  first.resolve();
  setImmediate(second.resolve);
  await settled;
  expect(finished).toEqual(['first', 'second', 'settled']);
});

test('a failed task is reported to its own handler and does not fail settled', async () => {
  const tasks = new BackgroundTasks(silentLog);
  const failures: unknown[] = [];
  tasks.run(Promise.reject(new Error('refused')), cause => failures.push(cause));
  await tasks.settled();
  expect(failures).toEqual([new Error('refused')]);
});

test('close logs the number of tasks that are still running after the timeout', async () => {
  const warnings: unknown[] = [];
  const tasks = new BackgroundTasks({ ...silentLog, warn: (_, fields) => warnings.push(fields) });
  await tasks.close();
  tasks.run(Promise.resolve(), ignore);
  await tasks.close();
  expect(warnings).toEqual([]);
  tasks.run(new Promise(() => {}), ignore);
  await tasks.close(1);
  expect(warnings).toEqual([{ unfinished: 1 }]);
});

test('closing an installation sends the accepted email before the database is closed', async () => {
  const sent: string[] = [];
  const mail: Mail = {
    isConfigured: true,
    send: async ({ subject }) => {
      await new Promise<void>(resolve => setImmediate(resolve));
      sent.push(subject);
    },
  };
  const ctx = await createTestApp({}, { mail });
  await createCustomer(ctx);
  await postAuth(ctx, 'forgotPassword', { email: 'ada@people.example' });
  await ctx.close();
  expect(sent).toEqual(['Reset your password']);
});
