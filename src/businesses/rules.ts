import { invalid } from '../errors.ts';

/** The contrast that WCAG requires of large text and of graphics. */
const MIN_CONTRAST = 3;
/** Added to both luminances, so that black on black has a ratio of 1. */
const FLARE = 0.05;

/** Removes the @ before account names, and platforms without one. */
export function normalizeHandles(handles: Record<string, string>): Record<string, string> {
  const names = Object.entries(handles).map(([platform, name]) => [platform, name.trim().replace(/^@+/, '')]);
  return Object.fromEntries(names.filter(([, name]) => name !== ''));
}

/** @throws VALIDATION_ERROR for a color that is hard to see on white */
export function assertAccentColor(color: string): void {
  const contrast = getContrastWithWhite(color);
  if (contrast >= MIN_CONTRAST) return;
  // Rounded down, so that the message never says 3.0.
  const found = (Math.floor(contrast * 10) / 10).toFixed(1);
  const issue = `has a contrast of ${found}:1 with white; choose a darker color with at least ${MIN_CONTRAST}:1`;
  throw invalid('accentColor', issue, 'conflict');
}

/** Returns the contrast ratio of WCAG 2 between a color as #rrggbb and white. */
function getContrastWithWhite(color: string): number {
  return (1 + FLARE) / (getLuminance(color) + FLARE);
}

function getLuminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(start => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Words by which a sender pretends to be an authority rather than a shop, in the languages of the mails. */
const AUTHORITY =
  /\b(security|support|help ?desk|verification|account team|fraud|administrator|postmaster|no-?reply|sicherheit|kundendienst|seguridad|soporte|s[ée]curit[ée]|assistance|seguran[çc]a|suporte|sicurezza|assistenza|beveiliging|klantenservice|bezpiecze[ńn]stwo|wsparcie|g[üu]venlik|destek|perkmint)(?!\p{L})|الأمان|الدعم/iu;

/** Returns whether a sender with this name would be taken for an authority, such as the security team of a provider. */
export function isMisleadingSender(name: string): boolean {
  return AUTHORITY.test(name);
}

/** Returns a name as mails to people who may not know it show it: Perkmint if it would be taken for an authority. */
export function getNeutralName(name: string): string {
  return isMisleadingSender(name) ? 'Perkmint' : name;
}

/** Returns the name in the sender of a business's mails: Perkmint if its own would be taken for an authority. */
export function getSenderName({ name, senderName }: { name: string; senderName: string | null }): string {
  return senderName !== null && !isMisleadingSender(senderName) ? senderName : getNeutralName(name);
}
