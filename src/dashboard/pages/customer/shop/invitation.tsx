import { useSignal } from '@preact/signals';
import type { Program } from '../../../../programs/model.ts';
import { useAction } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { joinProgram } from '../shared/memberships.ts';
import { describeBenefits, describeReferralReward } from './benefits.ts';

/** Benefits of a program for those who join it, with the code of the member whose link they opened. */
export function Invitation({ program, onJoined }: { program: Program; onJoined: () => void }) {
  const { id, name, description, status, referral, currency } = program;
  const benefits = describeBenefits(program);
  const isWithoutCode = useSignal(false);
  const given = referral ? query.value.get('ref') : null;
  const code = isWithoutCode.value ? null : given;
  const join = useAction(async () => {
    await joinProgram(id, code);
    toast(formatText(t.welcome, { program: name }));
    onJoined();
  });
  const joinWithoutCode = () => {
    isWithoutCode.value = true;
  };
  if (code && referral?.referee)
    benefits.push(
      formatText(t.firstPurchaseGives, { reward: describeReferralReward(referral.referee, currency) }),
    );
  return (
    <Card title={t.whatYouGet}>
      {description && <p>{description}</p>}
      {benefits.length === 0 && <p>{t.noBenefits}</p>}
      <ul class="benefits">
        {benefits.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {code && <p>{formatText(t.joiningWith, { code })}</p>}
      {!(given && isWithoutCode.value) && <FormError error={join.error.value} />}
      {status === 'active' && (
        <div class="actions">
          <Button kind="primary" busy={join.isBusy} onClick={() => void join.run()}>
            {t.join}
          </Button>
          {code && join.error.value && <Button onClick={joinWithoutCode}>{t.joinWithoutCode}</Button>}
        </div>
      )}
    </Card>
  );
}
