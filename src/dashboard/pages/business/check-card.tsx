import type { Submission } from '../../../submissions/model.ts';
import { Badge, Card } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatCheckName, getRiskBadge, getVerificationBadge, RISK_LABELS } from './review-labels.ts';

/** Risk signals of a submission and the results of its checks. */
export default function CheckCard({ submission }: { submission: Submission }) {
  const { risk, verification } = submission;
  const [riskLabel, riskTone] = getRiskBadge(submission);
  const [checkLabel, checkTone] = getVerificationBadge(submission);
  return (
    <Card
      title="Checks"
      actions={
        <span class="tags">
          <Badge tone={riskTone}>{riskLabel}</Badge>
          <Badge tone={checkTone}>{checkLabel}</Badge>
        </span>
      }
    >
      {risk.flags.length + verification.checks.length === 0 ? (
        <p class="hint">No issues found.</p>
      ) : (
        <ul class="check-results">
          {risk.flags.map(flag => (
            <li key={flag} class="failed">
              <Icon name="warning" /> {RISK_LABELS[flag]}
            </li>
          ))}
          {verification.checks.map(({ name, passed, detail }) => (
            <li key={name} class={passed ? 'passed' : 'failed'}>
              <Icon name={passed ? 'check' : 'cross'} label={passed ? 'Passed' : 'Failed'} />
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
