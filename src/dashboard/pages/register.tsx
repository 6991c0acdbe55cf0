import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Caller } from '../../auth/model.ts';
import { navigate, query } from '../data/router.ts';
import { getHomePath } from '../data/session.ts';
import { useSignInOptions } from '../data/sign-in.ts';
import { PageHead } from '../ui/components.tsx';
import { Loaded } from '../ui/states.tsx';
import { CodeForm } from './code-form.tsx';
import { RegisterForm } from './register-form.tsx';

export default function Register() {
  const role = useSignal<'customer' | 'business'>(
    query.value.get('as') === 'business' ? 'business' : 'customer',
  );
  const next = query.value.get('next') ?? '';
  const finish = (user: Caller['user']) =>
    navigate(user.role === 'customer' && /^\/(my|campaigns)\//.test(next) ? next : getHomePath(user), {
      replace: true,
    });
  return (
    <div class="narrow">
      <PageHead title="Sign up" />
      <SignUp role={role.value} onSignedUp={finish}>
        <fieldset class="cards">
          <legend>Account type</legend>
          {(['customer', 'business'] as const).map(accountType => (
            <label key={accountType}>
              <input
                type="radio"
                name="role"
                checked={role.value === accountType}
                onChange={() => {
                  role.value = accountType;
                }}
              />
              {accountType === 'customer' ? 'Customer' : 'Business'}
            </label>
          ))}
        </fieldset>
      </SignUp>
      <p>
        Already have an account?{' '}
        <a href={`/login${next ? `?next=${encodeURIComponent(next)}` : ''}`}>Log in</a>
      </p>
    </div>
  );
}

interface SignUpProps {
  role: 'customer' | 'business';
  onSignedUp: (user: Caller['user']) => void;
  /** Rendered above the fields. */
  children: ComponentChildren;
}

/** A customer signs up with a code, if it can be mailed; a business always chooses a password. */
function SignUp({ role, onSignedUp, children }: SignUpProps) {
  const email = useSignal('');
  return (
    <Loaded resource={useSignInOptions()} lines={4}>
      {({ byCode }) =>
        byCode && role === 'customer' ? (
          <>
            {children}
            <CodeForm email={email} label="Sign up" onSignedIn={onSignedUp} />
          </>
        ) : (
          <RegisterForm as={role} onRegistered={onSignedUp}>
            {children}
          </RegisterForm>
        )
      }
    </Loaded>
  );
}
