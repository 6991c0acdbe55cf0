import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Caller } from '../../auth/model.ts';
import { navigate, query } from '../data/router.ts';
import { caller, getHomePath } from '../data/session.ts';
import { canRegister, readNextPage, useSignInOptions } from '../data/sign-in.ts';
import { sign as t } from '../messages/sign/index.ts';
import { formatText } from '../messages/text.ts';
import { PageHead } from '../ui/components.tsx';
import { CodeForm } from '../ui/credentials/code-form.tsx';
import { Loaded } from '../ui/states.tsx';
import { RegisterForm } from './register-form.tsx';

function getTexts(role: 'customer' | 'business') {
  return role === 'customer'
    ? { title: t.customerTitle, intro: t.customerIntro, other: t.runShop, otherLink: t.addShop }
    : { title: t.addShop, intro: t.shopIntro, other: t.areCustomer, otherLink: t.customerAccount };
}

/** Sign-up: for customers, unless the address says `?as=business`. */
export default function Register() {
  const role = query.value.get('as') === 'business' ? 'business' : 'customer';
  const next = readNextPage();
  const finish = (user: Caller['user']) =>
    navigate((user.role === 'customer' ? next : undefined) ?? getHomePath(user), { replace: true });
  useEffect(() => {
    if (caller.value) finish(caller.value.user);
  }, []);
  const { title, intro, other, otherLink } = getTexts(role);
  const options = useSignInOptions();
  const keptNext = next ? `next=${encodeURIComponent(next)}` : '';
  return (
    <div class="narrow">
      <PageHead title={title} intro={intro} />
      <SignUp key={role} role={role} options={options} onSignedUp={finish} />
      <div>
        <p>
          {t.haveAccount} <a href={`/login${keptNext && `?${keptNext}`}`}>{t.logIn}</a>
        </p>
        {canRegister(options, role === 'business' ? 'customer' : 'business') && (
          <p>
            {other}{' '}
            <a
              href={role === 'business' ? `/register${keptNext && `?${keptNext}`}` : '/register?as=business'}
            >
              {otherLink}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

interface SignUpProps {
  role: 'customer' | 'business';
  options: ReturnType<typeof useSignInOptions>;
  onSignedUp: (user: Caller['user']) => void;
}

/** A customer signs up with a code, if it can be mailed; a business always chooses a password. */
function SignUp({ role, options, onSignedUp }: SignUpProps) {
  const email = useSignal('');
  return (
    <Loaded resource={options} lines={4}>
      {({ byCode }) =>
        canRegister(options, role) ? (
          <div class="stack">
            {byCode && role === 'customer' ? (
              <CodeForm email={email} label={t.signUp} onSignedIn={onSignedUp} />
            ) : (
              <RegisterForm as={role} onRegistered={onSignedUp} />
            )}
            {role === 'customer' && <p class="hint">{formatText(t.privacy, { host: location.host })}</p>}
          </div>
        ) : (
          <p>{t.registrationClosed}</p>
        )
      }
    </Loaded>
  );
}
