import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { ShopProgram } from '../../../../shops/model.ts';
import { ApiError } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { caller } from '../../../data/session.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccountSection, toName, useAccount } from '../account/account-section.tsx';
import { joinProgram } from '../shared/memberships.ts';
import { describeBenefits, describeReferralReward, type ReferralReward } from './benefits.ts';

/** A program as the shop's page or a customer's list has it. */
type JoinableProgram = Pick<ShopProgram, 'id' | 'name' | 'description' | 'currency' | 'rewards'> & {
  referral: { referee?: ReferralReward | null | undefined } | null;
};

interface JoinProgramProps {
  program: JoinableProgram;
  shop: { name: string; slug: string };
  onJoined: () => void;
}

/** The benefits of a program, and one form to join it, with the code of the member whose link was opened. */
export default function JoinProgram({ program, shop, onJoined }: JoinProgramProps) {
  const { description, referral, currency } = program;
  const isWithoutCode = useSignal(false);
  const code = useComputed(() => (referral && !isWithoutCode.value ? query.value.get('ref') : null));
  const benefits = describeBenefits(program);
  if (code.value && referral?.referee)
    benefits.push(
      formatText(t.firstPurchaseGives, { reward: describeReferralReward(referral.referee, currency) }),
    );
  return (
    <div class="columns-wide">
      <Card title={t.whatYouGet}>
        {description && <p>{description}</p>}
        {benefits.length === 0 && <p>{t.noBenefits}</p>}
        <ul class="benefits">
          {benefits.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Card>
      <Card title={t.join}>
        <JoinForm {...{ program, shop, code, isWithoutCode, onJoined }} />
      </Card>
    </div>
  );
}

interface JoinFormProps extends JoinProgramProps {
  /** The code of the member who brought the person. */
  code: ReadonlySignal<string | null>;
  isWithoutCode: Signal<boolean>;
}

function JoinForm({
  program: { id, name: programName },
  shop,
  code,
  isWithoutCode,
  onJoined,
}: JoinFormProps) {
  const [name, phone] = [useSignal(caller.value?.user.name ?? ''), useSignal('')];
  const account = useAccount(`/s/${shop.slug}`, name);
  const join = useAction(async () => {
    const wasVisitor = !caller.value;
    if (!(await account.ensureSession())) return;
    const { user } = caller.value ?? {};
    // The name of a new account may be made from its address, which says nothing at the counter.
    const known = wasVisitor && user && user.name !== toName(user.email ?? '') ? user.name : null;
    try {
      const fields = { name: name.value.trim() || known, phone: phone.value.trim() || null };
      await joinProgram(id, { ...fields, code: code.value });
      toast(formatText(t.welcome, { program: programName }));
    } catch (cause) {
      // An account that was not known before the login may be that of a member.
      if (!(cause instanceof ApiError) || cause.code !== 'ALREADY_ENROLLED') throw cause;
    }
    onJoined();
  });
  const joinWithoutCode = () => {
    isWithoutCode.value = true;
    void join.run();
  };
  const { error } = join;
  const isCodeRefused =
    code.value && caller.value && error.value?.details.every(({ field }) => field !== 'phone');
  const details = (
    <>
      <TextField label={t.name} autocomplete="name" maxLength={200} value={name} name="name" />
      <TextField
        label={t.phone}
        type="tel"
        autocomplete="tel"
        hint={t.phoneReason}
        value={phone}
        name="phone"
      />
    </>
  );
  return (
    <Form class="stack" action={join}>
      {code.value && <p>{formatText(t.joiningWith, { code: code.value })}</p>}
      {caller.value ? (
        details
      ) : (
        <AccountSection account={account} shopName={shop.name} title={t.cardFor}>
          {!account.isCodeSent.value && details}
        </AccountSection>
      )}
      <FormActions label={t.join}>
        {isCodeRefused && <Button onClick={joinWithoutCode}>{t.joinWithoutCode}</Button>}
      </FormActions>
    </Form>
  );
}
