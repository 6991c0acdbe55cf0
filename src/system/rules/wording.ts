import { DEFAULT_TIME_ZONE, toUsableLocale, toUsableTimeZone } from '../../platform/intl.ts';
import type { Locale } from '../../platform/locales.ts';
import { createFormatter } from '../../platform/message-format.ts';
import type { HealthCheck } from '../checks-model.ts';
import { HEALTH_TEXTS } from '../messages/index.ts';
import { FINDINGS, type Finding, type FindingName } from './findings.ts';

const MEGABYTE = 1e6;
const GIGABYTE = 1e9;

/** The button of a check, and where it leads. */
const ACTIONS = {
  customerLinks: ['address', '/dashboard/settings?section=address'],
  certificate: ['address', '/dashboard/settings?section=address'],
  mail: ['mail', '/guides/mail'],
  backups: ['backups', '/dashboard/settings?section=backups'],
  backupsElsewhere: ['backups', '/dashboard/settings?section=backups'],
  disk: ['disk', '/guides/self-hosting#health'],
  clock: ['clock', '/guides/self-hosting#health'],
  update: ['update', '/dashboard/settings?section=version'],
  webhooks: ['webhooks', '/dashboard/webhooks'],
  rules: ['update', '/dashboard/settings?section=version'],
} as const;

/** The buttons of findings that another one than that of their check helps with. */
const OTHER_ACTIONS: Partial<Record<FindingName, (typeof ACTIONS)[keyof typeof ACTIONS]>> = {
  diskSlow: ACTIONS.backups,
};

/** Writes findings as sentences, in the language of a person and the time zone of a business. */
export function createWording(locale: Locale, timeZone: string | null): (finding: Finding) => HealthCheck {
  const texts = HEALTH_TEXTS[locale];
  const format = createFormatter(locale);
  const zone = toUsableTimeZone(timeZone);
  const times = new Intl.DateTimeFormat(toUsableLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
    numberingSystem: 'latn',
  });
  const writeTime = (value: string | number) => {
    const words = times.format(new Date(value));
    return zone === DEFAULT_TIME_ZONE ? `${words} ${zone}` : words;
  };
  const writers: Record<string, (value: string | number) => string> = {
    time: writeTime,
    newestTime: writeTime,
    free: value => formatBytes(locale, Number(value)),
    limit: value => formatBytes(locale, Number(value)),
  };
  return ({ name, values, reason }) => {
    const [check, state] = FINDINGS[name];
    const words = Object.entries(values).map(([key, value]) => [key, writers[key]?.(value) ?? value]);
    const [label, path] = OTHER_ACTIONS[name] ?? ACTIONS[check];
    return {
      check,
      state,
      finding: name,
      title: texts.checks[check],
      text: format(texts.findings[name], Object.fromEntries(words)),
      reason: reason || null,
      action: state === 'ok' ? null : { label: texts.actions[label], path },
    };
  };
}

function formatBytes(locale: Locale, bytes: number): string {
  const isLarge = bytes >= GIGABYTE;
  const unit = isLarge ? 'gigabyte' : 'megabyte';
  const format = {
    style: 'unit',
    unit,
    maximumFractionDigits: isLarge ? 1 : 0,
    numberingSystem: 'latn',
  } as const;
  return new Intl.NumberFormat(toUsableLocale(locale), format).format(
    bytes / (isLarge ? GIGABYTE : MEGABYTE),
  );
}
