import { DAY_MS } from '../../src/platform/clock.ts';
import type { Chain } from './contents.ts';

/** Weeks and months of which one backup each is kept. */
const WEEKS = 4;
const MONTHS = 12;

interface Kept {
  /** Chains whose every moment can be restored. */
  whole: Set<Chain>;
  /** Chains of which the backup is kept without its changes. */
  backupOnly: Set<Chain>;
}

/**
 * Chooses what to keep: every moment of the newest `days` days with a backup, and the newest backup of each of the newest 4
 * weeks and 12 months that have one. The newest chain is always kept.
 * @param chains the newest first
 */
export function chooseKept(chains: readonly Chain[], days: number): Kept {
  const newestOf = (period: (at: string) => string, count: number) => {
    const found = new Map<string, Chain>();
    for (const chain of chains) {
      const name = period(chain.backup.at);
      if (!found.has(name)) found.set(name, chain);
    }
    return [...found.values()].slice(0, count);
  };
  const recent = new Set([...new Set(chains.map(({ backup }) => toDay(backup.at)))].slice(0, days));
  const whole = new Set(chains.filter(({ backup }) => recent.has(toDay(backup.at))));
  const older = [...newestOf(toWeek, WEEKS), ...newestOf(toMonth, MONTHS)];
  return { whole, backupOnly: new Set(older.filter(chain => !whole.has(chain))) };
}

const toDay = (at: string) => at.slice(0, 10);
const toMonth = (at: string) => at.slice(0, 7);

/** Returns the Monday of a day's week. */
function toWeek(at: string): string {
  const day = new Date(`${toDay(at)}T00:00:00.000Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
