import { useSignal } from '@preact/signals';
import { navigate, query } from '../data/router.ts';
import { getHomePath } from '../data/session.ts';
import { PageHead } from '../ui/components.tsx';
import { RegisterForm } from './register-form.tsx';

export default function Register() {
  const role = useSignal<'customer' | 'business'>(
    query.value.get('as') === 'business' ? 'business' : 'customer',
  );
  const next = query.value.get('next') ?? '';
  return (
    <div class="narrow">
      <PageHead title="Sign up" />
      <RegisterForm
        as={role.value}
        onRegistered={user =>
          navigate(user.role === 'customer' && /^\/(my|campaigns)\//.test(next) ? next : getHomePath(user), {
            replace: true,
          })
        }
      >
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
      </RegisterForm>
      <p>
        Already have an account?{' '}
        <a href={`/login${next ? `?next=${encodeURIComponent(next)}` : ''}`}>Log in</a>
      </p>
    </div>
  );
}
