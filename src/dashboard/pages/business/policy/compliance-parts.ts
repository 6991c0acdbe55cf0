import type { ComplianceCard } from '../../../../campaigns/compliance-model.ts';
import { formatDate, formatDateTime, formatLabel } from '../../../data/format.ts';
import { policy as t } from '../../../messages/policy/index.ts';
import { formatText } from '../../../messages/text.ts';
import type { DocumentPart } from '../../../sign/render-document.ts';
import { toReadableWarning } from './warnings.tsx';

/** A rule's source, as the library cites it. */
interface Source {
  title?: string;
  publisher?: string;
  year?: number;
  url?: string | null;
  checkedAt?: string;
}

/** Lists the parts of a compliance card, for the page and the PDF. */
export function listParts(card: ComplianceCard): DocumentPart[] {
  const { name, business, platform, action, actionType, level, rules, law, disclosure, createdAt } = card;
  const heading = (text: string): DocumentPart => ({ text, kind: 'heading' });
  const text = (words: string): DocumentPart => ({ text: words, kind: 'text' });
  return [
    { text: formatText(t.cardOf, { name }), kind: 'title' },
    text(formatText(t.createdOn, { business: business.name, date: formatDateTime(createdAt) })),
    heading(t.action),
    text(
      formatText(t.actionOn, {
        action: action?.name ?? formatLabel(actionType),
        platform: formatLabel(platform),
        level: t.levels[level],
      }),
    ),
    heading(t.platformRules),
    ...(rules.length === 0 ? [text(t.noRules)] : []),
    ...rules.flatMap(({ message, source }) => [
      text(toReadableWarning(message)),
      ...(source ? [text(formatSource(source as Source))] : []),
    ]),
    heading(t.law),
    text(`${law.title} (${law.jurisdiction.toUpperCase()}): ${law.summary}`),
    ...law.sources.map(source => text(formatSource(source))),
    heading(t.disclosure),
    text(disclosure.required ? (disclosure.text ?? t.ownWords) : t.notRequired),
    heading(t.acknowledged),
    text(formatAcknowledgment(card)),
  ];
}

function formatSource({ title = '', publisher, year, url, checkedAt }: Source): string {
  const origin = [publisher, year].filter(Boolean).join(', ');
  const checked = checkedAt && formatText(t.sourceChecked, { date: formatDate(checkedAt, 'UTC') });
  return [formatText(t.source, { title }), origin, checked, url].filter(Boolean).join(' · ');
}

function formatAcknowledgment({ acknowledgment, policyChange }: ComplianceCard): string {
  const changed =
    policyChange &&
    formatText(t.becameStricter, {
      date: formatDateTime(policyChange.at),
      before: t.levels[policyChange.from],
      now: t.levels[policyChange.to],
    });
  return [changed, describeAcknowledgment(acknowledgment)].filter(Boolean).join(' ');
}

function describeAcknowledgment(acknowledgment: ComplianceCard['acknowledgment']): string {
  if (!acknowledgment) return t.notAcknowledged;
  const at = formatDateTime(acknowledgment.at);
  const by = acknowledgment.name ?? acknowledgment.by;
  return by
    ? formatText(t.acknowledgedBy, { date: at, person: by })
    : formatText(t.acknowledgedOn, { date: at });
}
