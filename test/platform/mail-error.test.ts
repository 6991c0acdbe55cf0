import { expect, test } from 'bun:test';
import { findPermanentCause } from '../../src/platform/mail-error.ts';

const RCPT = { code: 'EENVELOPE', command: 'RCPT TO' };
const DATA = { code: 'EMESSAGE', command: 'DATA' };

test.each([
  ['greylisting', { ...RCPT, responseCode: 450, response: '450 4.2.0 Greylisted' }, undefined],
  ['a busy server', { ...RCPT, responseCode: 421, response: '421 4.7.0 Try again later' }, undefined],
  ['an unknown mailbox', { ...RCPT, responseCode: 550, response: '550 5.1.1 No such user' }, 'address'],
  [
    'an unknown mailbox without an enhanced code',
    { ...RCPT, responseCode: 550, response: '550 no' },
    'address',
  ],
  ['a disabled mailbox', { ...RCPT, responseCode: 550, response: '550 5.2.1 Mailbox disabled' }, 'address'],
  [
    'a bad address of the sender',
    { ...RCPT, responseCode: 550, response: '550 5.1.8 Bad sender' },
    undefined,
  ],
  ['a full mailbox', { ...RCPT, responseCode: 552, response: '552 5.2.2 Mailbox full' }, undefined],
  [
    'a full mailbox without an enhanced code',
    { ...RCPT, responseCode: 552, response: '552 full' },
    undefined,
  ],
  [
    'the daily limit of the sender',
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 550,
      response: '550 5.4.5 Daily limit exceeded',
    },
    undefined,
  ],
  [
    'a limit named at the recipient',
    { ...RCPT, responseCode: 550, response: '550 5.4.5 Daily limit' },
    undefined,
  ],
  ['a blocked sender', { ...RCPT, responseCode: 550, response: '550 5.7.1 Client host blocked' }, undefined],
  ['a transaction that failed', { ...RCPT, responseCode: 554, response: '554 failed' }, 'message'],
  ['spam', { ...DATA, responseCode: 550, response: '550 5.7.1 Looks like spam' }, 'message'],
  [
    'a limit named after the text',
    { ...DATA, responseCode: 550, response: '550 5.4.5 Daily limit' },
    undefined,
  ],
  ['a refused login', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, undefined],
  ['no connection', { code: 'ECONNREFUSED' }, undefined],
  ['nothing known', undefined, undefined],
])('%s', (_, cause, expected) => {
  expect(findPermanentCause(cause)).toBe(expected as never);
});
