import { type Static, Type } from '@sinclair/typebox';
import type { Ctx } from '../context.ts';
import { cutText } from '../platform/cut-text.ts';
import { loadBundle } from './bundle.ts';
import { findRoute } from './shell.ts';

const MAX_NAME = 100;
const MAX_MESSAGE = 500;
const MAX_STACK = 4_000;
const MAX_FRAMES = 8;
/** Reports per hour of the whole installation, because anyone can send them. */
const MAX_REPORTS = 60;
/** A place in our scripts, such as `assets/page-1a2b.js:1:2345`. */
const FRAME = /assets\/[\w.-]{1,100}\.js:\d{1,9}:\d{1,9}/g;
/** Parts of a message that can be a person's: quoted texts, addresses and numbers. */
const PERSONAL = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|\S+@\S+|\d[\d\s.,-]{2,}/g;

/** An error that made a page fail in the browser. */
export const PageError = Type.Object({
  path: Type.String(),
  name: Type.String(),
  message: Type.String(),
  stack: Type.String(),
});

/** Writes why a page failed to the log, without personal data: neither IDs in its address nor values in the message. */
export async function logPageError(
  ctx: Ctx,
  { path, name, message, stack }: Static<typeof PageError>,
): Promise<void> {
  if (!(await ctx.recipientLimit.consume('errors of pages', MAX_REPORTS))) return;
  const page = findRoute(await loadBundle(), path) ?? 'unknown';
  const frames = cutText(stack, MAX_STACK).match(FRAME)?.slice(0, MAX_FRAMES) ?? [];
  ctx.log.warn('a page failed in a browser', {
    page,
    error: cutText(name, MAX_NAME),
    // Cut before the search, which would take long in a text of many quotation marks.
    message: cutText(message, MAX_MESSAGE).replace(PERSONAL, '…'),
    frames,
  });
}
