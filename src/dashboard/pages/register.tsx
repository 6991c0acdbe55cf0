import { useSignal } from '@preact/signals';
import { useAction } from '../data/resource.ts';
import { navigate, query } from '../data/router.ts';
import { homeOf, openSession } from '../data/session.ts';
import { PageHead } from '../ui/bits.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormError } from '../ui/states.tsx';

export default function Register() {
  const role = useSignal<'customer' | 'business'>(
    query.value.get('as') === 'business' ? 'business' : 'customer',
  );
  const [name, email, password, businessName] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];
  const next = query.value.get('next') ?? '';
  const register = useAction(async () => {
    const { user } = await openSession({
      action: 'register',
      role: role.value,
      name: name.value,
      email: email.value,
      password: password.value,
      ...(role.value === 'business' ? { businessName: businessName.value } : {}),
    });
    navigate(user.role === 'customer' && /^\/(my|campaigns)\//.test(next) ? next : homeOf(user), {
      replace: true,
    });
  });
  return (
    <div class="narrow">
      <PageHead title="Register" />
      <form onSubmit={register.submit}>
        <fieldset class="cards">
          <legend>I am</legend>
          {(['customer', 'business'] as const).map(word => (
            <label key={word}>
              <input
                type="radio"
                name="role"
                checked={role.value === word}
                onChange={() => {
                  role.value = word;
                }}
              />
              {word === 'customer' ? 'a customer' : 'a business'}
            </label>
          ))}
        </fieldset>
        {role.value === 'business' && (
          <TextField
            label="Name of the business"
            autocomplete="organization"
            value={businessName}
            error={register.of('businessName')}
            isRequired
          />
        )}
        <TextField
          label="Your name"
          autocomplete="name"
          value={name}
          error={register.of('name')}
          isRequired
        />
        <TextField
          label="Email"
          type="email"
          autocomplete="username"
          value={email}
          error={register.of('email')}
          isRequired
        />
        <TextField
          label="Password"
          type="password"
          autocomplete="new-password"
          hint="10 to 200 characters. A few words in a row are easy to keep and hard to guess."
          minLength={10}
          maxLength={200}
          value={password}
          error={register.of('password')}
          isRequired
        />
        <FormError error={register.error.value} />
        <Button type="submit" kind="primary" busy={register.isBusy}>
          Register
        </Button>
      </form>
      <p>
        Registered already? <a href={`/login${next ? `?next=${encodeURIComponent(next)}` : ''}`}>Log in</a>
      </p>
    </div>
  );
}
