import { createHmac } from 'node:crypto';
import { PASSWORD } from '../support/accounts.ts';
import type { TestApp } from '../support/test-app.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base32 (RFC 4648) without padding. */
function decode(base32: string): Buffer {
  const bits = [...base32].map(char => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)));
}

/** An authenticator app, after RFC 4226 and RFC 6238, without the library that the server uses. */
export function codeAt(secret: string, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const mac = createHmac('sha1', decode(secret)).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Turns the authenticator app on for a user. @returns the secret and the recovery codes */
export async function enableTotp(
  ctx: TestApp,
  token: string,
  currentPassword = PASSWORD,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const start = { action: 'start', currentPassword };
  const started = await ctx.call('POST', '/account/totp', start, { as: token });
  const { secret } = started.data;
  const body = { action: 'confirm', code: codeAt(secret, ctx.clock.now()) };
  const { data } = await ctx.call('POST', '/account/totp', body, { as: token });
  return { secret, recoveryCodes: data.codes };
}
