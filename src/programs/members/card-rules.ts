import type { CARD_KINDS } from '../../../db/enums.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { areSecretsEqual } from '../../platform/crypto.ts';

type CardKind = (typeof CARD_KINDS)[number];

/**
 * The text of a card: `PM`, the kind, the member's ID without its prefix, a counter and a signature. Capital letters and
 * digits make the smallest QR code. Keyboard layouts differ even in these; the counter undoes what they do to a scan.
 */
interface Card {
  kind: CardKind;
  /** The ID of the member. */
  memberKey: string;
  /** Static: the version of the card. Rotating: the minute since the epoch in which it was shown. */
  counter: number;
}

const PREFIX = 'PM';
const KIND_LETTERS: Record<CardKind, string> = { static: 'S', rotating: 'R' };
const MEMBER_PREFIX = 'mem_';
const COUNTER_LENGTH = 7;
const COUNTER_BASE = 36;
/** 80 bits: a guess per millisecond takes longer than the age of the universe. */
const SIGNATURE_LENGTH = 20;
const CARD = new RegExp(
  `^${PREFIX}([SR])([0-9A-Z]{26})([0-9A-Z]{${COUNTER_LENGTH}})([0-9A-F]{${SIGNATURE_LENGTH}})$`,
);

/** How long a rotating card is shown. */
const ROTATION_MS = MINUTE_MS;
/** A rotating card is valid in the minute in which it is shown and in the next one. */
const VALID_ROTATIONS = 2;

/** Returns the text of a card. @param sign returns lower-case hexadecimal digits */
export function formatCard({ kind, memberKey, counter }: Card, sign: (text: string) => string): string {
  const id = memberKey.slice(MEMBER_PREFIX.length).toUpperCase();
  const digits = counter.toString(COUNTER_BASE).toUpperCase().padStart(COUNTER_LENGTH, '0');
  const text = PREFIX + KIND_LETTERS[kind] + id + digits;
  return text + toSignature(sign(text));
}

function toSignature(hex: string): string {
  return hex.slice(0, SIGNATURE_LENGTH).toUpperCase();
}

/** Returns the content of a scanned card; undefined if it is malformed or its signature is wrong. */
export function readCard(scanned: string, sign: (text: string) => string): Card | undefined {
  const card = scanned.trim().toUpperCase();
  const match = CARD.exec(card);
  if (!match) return undefined;
  const [, letter, id, digits, signature] = match as unknown as [string, string, string, string, string];
  const text = card.slice(0, -SIGNATURE_LENGTH);
  if (!areSecretsEqual(signature, toSignature(sign(text)))) return undefined;
  return {
    kind: letter === KIND_LETTERS.static ? 'static' : 'rotating',
    memberKey: MEMBER_PREFIX + id.toLowerCase(),
    counter: Number.parseInt(digits, COUNTER_BASE),
  };
}

export function getRotation(nowMs: number): number {
  return Math.floor(nowMs / ROTATION_MS);
}

/** Returns when the rotating card of this minute is replaced, and when it stops working, in milliseconds. */
export function getRotationTimes(rotation: number): { renewMs: number; expiresMs: number } {
  return { renewMs: (rotation + 1) * ROTATION_MS, expiresMs: (rotation + VALID_ROTATIONS) * ROTATION_MS };
}

/** Accepts cards of the next minute, too, because the clocks of two nodes differ. */
export function isCurrentRotation(rotation: number, nowMs: number): boolean {
  const age = getRotation(nowMs) - rotation;
  return age >= -1 && age < VALID_ROTATIONS;
}
