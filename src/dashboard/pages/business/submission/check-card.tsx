import type { Submission } from '../../../../submissions/model.ts';
import { reviewParts as t } from '../../../messages/reviewParts/index.ts';
import { Badge, Card } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatCheckName, getRiskBadge, VERIFICATION_TONES } from './review-labels.ts';

/** Risk signals of a submission and the results of its checks. */
export default function CheckCard({ submission }: { submission: Submission }) {
  const { risk, verification } = submission;
  const [riskLabel, riskTone] = getRiskBadge(submission);
  return (
    <Card
      title={t.checks}
      actions={
        <span class="tags">
          <Badge tone={riskTone}>{riskLabel}</Badge>
          <Badge tone={VERIFICATION_TONES[verification.status]}>{t.verification[verification.status]}</Badge>
        </span>
      }
    >
      {risk.flags.length + verification.checks.length === 0 ? (
        <p class="hint">{t.noIssues}</p>
      ) : (
        <ul class="check-results">
          {risk.flags.map(flag => (
            <li key={flag} class="failed">
              <Icon name="warning" /> {t.risks[flag]}
            </li>
          ))}
          {verification.checks.map(({ name, passed, detail }) => (
            <li key={name} class={passed ? 'passed' : 'failed'}>
              <Icon name={passed ? 'check' : 'cross'} label={passed ? t.passed : t.failed} />
              <span>
                {formatCheckName(name)}
                {detail && <span class="hint"> {detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
