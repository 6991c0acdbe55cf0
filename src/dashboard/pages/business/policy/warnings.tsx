import type { CampaignWarning } from '../../../../campaigns/model.ts';
import { formatDate, formatLabel } from '../../../data/format.ts';
import { ALL_PLATFORMS } from '../../../data/platforms.ts';
import { formatText } from '../../../messages/text.ts';
import { warnings as t } from '../../../messages/warnings/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

interface Source {
  title?: string;
  publisher?: string;
  url?: string;
  /** A day; absent in warnings of campaigns from before version 0.2. */
  checkedAt?: string;
}

interface Alternative {
  actionId?: string;
  name?: string;
}

interface WarningsProps {
  warnings: CampaignWarning[];
  /** True if they were accepted when the campaign was launched; they are then folded away. */
  isAcknowledged?: boolean;
  /** Whether to offer the action that the platform allows, as a new campaign. */
  hasAlternative?: boolean;
}

/** Policy warnings of a campaign, each with its published source. Forbidden rewards are red. */
export function Warnings({ warnings, isAcknowledged = false, hasAlternative = false }: WarningsProps) {
  if (warnings.length === 0) return null;
  const list = (
    <ul class="warnings" aria-label={t.warnings}>
      {warnings.map(warning => (
        <Warning key={warning.code + warning.message} warning={warning} hasAlternative={hasAlternative} />
      ))}
    </ul>
  );
  if (!isAcknowledged) return list;
  return (
    <details class="more-fields">
      <summary>{formatText(t.notes, { count: warnings.length })}</summary>
      {list}
    </details>
  );
}

function Warning({ warning, hasAlternative }: { warning: CampaignWarning; hasAlternative: boolean }) {
  const { code, message, source, alternative } = warning;
  const { title, publisher, url, checkedAt } = (source ?? {}) as Source;
  const { actionId, name } = (alternative ?? {}) as Alternative;
  return (
    <li class={`notice ${code === 'policyForbidden' ? 'bad' : 'warn'}`}>
      <Icon name="warning" />
      <div>
        <p>{toReadableWarning(message)}</p>
        {title && (
          <p class="hint">
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                {title}
              </a>
            ) : (
              title
            )}
            {publisher && `, ${publisher}`}
            {checkedAt && ` · ${formatText(t.checkedOn, { date: formatDate(checkedAt, 'UTC') })}`}
          </p>
        )}
        {hasAlternative && actionId && (
          <ButtonLink isSmall href={`/dashboard/campaigns/new?action=${actionId}`}>
            {formatText(t.chooseInstead, { name: name ?? '' })}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

/** Removes what is meant for API clients from a warning: IDs, field names, and platform names in lower case. */
export function toReadableWarning(message: string): string {
  return message
    .replaceAll(/ \([a-z0-9]+(?:-[a-z0-9]+)+\)/g, '')
    .replaceAll('; to choose one, set actionId', '')
    .replaceAll(/ on ([a-z]+)(?=[ .,;])/g, (text, word: string) =>
      ALL_PLATFORMS.has(word) ? ` on ${formatLabel(word)}` : text,
    );
}
