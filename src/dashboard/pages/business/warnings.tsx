import type { CampaignWarning } from '../../../campaigns/model.ts';
import { Icon } from '../../ui/icon.tsx';

interface Source {
  title?: string;
  publisher?: string;
  url?: string;
}

/** Policy warnings of a campaign, each with its published source. */
export function Warnings({ warnings }: { warnings: CampaignWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {warnings.map(({ code, message, source }) => {
        const { title, publisher, url } = (source ?? {}) as Source;
        return (
          <li key={code + message} class="notice warn">
            <Icon name="warning" />
            <div>
              <p>{message}</p>
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
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
