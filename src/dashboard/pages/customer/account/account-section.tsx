import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { SignInOptions } from '../../../../auth/account-model.ts';
import { ApiError } from '../../../data/api.ts';
import type { Resource } from '../../../data/resource.ts';
import { caller, openSession } from '../../../data/session.ts';
import { requestCode, useSignInOptions } from '../../../data/sign-in.ts';
import { proof as t } from '../../../messages/proof/index.ts';
import { formatText } from '../../../messages/text.ts';
import { EmailField, NewPasswordField, PasswordField } from '../../../ui/credentials/credential-fields.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loaded } from '../../../ui/states.tsx';

/** Loaded once a code was mailed. */
const CodeFields = lazyComponent(() => import('../../../ui/credentials/code-fields.tsx'));

type Mode = 'code' | 'register' | 'login';

/** The account of a visitor who submits proof: a new one, or the visitor's own. */
interface Account {
  mode: ReadonlySignal<Mode>;
  setMode(mode: Mode): void;
  email: Signal<string>;
  password: Signal<string>;
  code: Signal<string>;
  /** Path of the shop's page that the mail with the code shows, if that is not the page that is open. */
  page: string | undefined;
  /** True once a code was mailed to the address. */
  isCodeSent: Signal<boolean>;
  canMailCodes: ReadonlySignal<boolean>;
  /** How a visitor can sign in, which decides about the fields. */
  options: Resource<SignInOptions>;
  /**
   * Signs up or logs in, unless the visitor is logged in. The first call mails a code, if codes can be mailed.
   * @returns false until the visitor has entered the code, and while the fields are not there yet
   * @throws ApiError
   */
  ensureSession(): Promise<boolean>;
}

/** @param name what a new account is called, unless it is empty */
export function useAccount(page?: string, name?: ReadonlySignal<string>): Account {
  const options = useSignInOptions();
  const chosen = useSignal<Mode | null>(null);
  const [email, password, code] = [useSignal(''), useSignal(''), useSignal('')];
  const isCodeSent = useSignal(false);
  const canMailCodes = useComputed(() => options.data.value?.byCode ?? false);
  const mode = useComputed<Mode>(() => chosen.value ?? (canMailCodes.value ? 'code' : 'register'));
  const newName = () => name?.value.trim() || toName(email.value);
  const ensureSession = async (): Promise<boolean> => {
    if (caller.value) return true;
    if (!options.data.value) return false;
    const credentials = { email: email.value, password: password.value };
    if (mode.value === 'code' && !isCodeSent.value) {
      await requestCode(email.value, page);
      isCodeSent.value = true;
      return false;
    }
    if (mode.value === 'code') {
      const login = { email: email.value, code: code.value.trim(), name: newName() };
      await openSession({ action: 'codeLogin', ...login });
      return true;
    }
    if (mode.value === 'login') {
      await openSession({ action: 'login', ...credentials });
      return true;
    }
    try {
      await openSession({ action: 'register', role: 'customer', name: newName(), ...credentials });
      return true;
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'EMAIL_TAKEN') throw cause;
      chosen.value = 'login';
      throw new ApiError({
        code: 'HAS_ACCOUNT',
        message: t.emailTaken,
      });
    }
  };
  const setMode = (next: Mode) => {
    chosen.value = next;
  };
  return { mode, setMode, email, password, code, page, isCodeSent, canMailCodes, options, ensureSession };
}

/** Turns an email address into a name that the customer can change later, e.g. ada.ames@… → Ada Ames. */
export function toName(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{Letter}]+/u).filter(Boolean);
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name || 'Customer';
}

interface AccountSectionProps {
  account: Account;
  /** For the line on privacy. */
  shopName: string;
  /** The heading for people who have not chosen to log in. */
  title?: string;
  /** Further fields about the person. */
  children?: ComponentChildren;
}

/** Asks a visitor for an email address, last in the form; renders nothing for a logged-in customer. */
export function AccountSection({ account, shopName, title = t.whereTo, children }: AccountSectionProps) {
  if (caller.value) return null;
  const { mode, email, isCodeSent } = account;
  return (
    <fieldset class="account-section">
      <legend>{mode.value === 'login' ? t.logIn : title}</legend>
      <Loaded resource={account.options} lines={2}>
        {() =>
          mode.value === 'code' && isCodeSent.value ? (
            <CodeFields
              email={email.value}
              value={account.code}
              page={account.page}
              onChangeEmail={() => {
                isCodeSent.value = false;
              }}
            />
          ) : (
            <Credentials account={account} />
          )
        }
      </Loaded>
      {children}
      <p class="hint">{formatText(t.privacy, { host: location.host, shop: shopName })}</p>
    </fieldset>
  );
}

/** The email address, and a password where no code can be mailed or the visitor prefers it. */
function Credentials({ account }: { account: Account }) {
  const { mode, setMode, email, password, canMailCodes } = account;
  const fallback = canMailCodes.value ? 'code' : 'register';
  return (
    <>
      <EmailField value={email} />
      {mode.value === 'register' && (
        <NewPasswordField label={t.choosePassword} hint={t.choosePasswordHint} value={password} />
      )}
      {mode.value === 'login' && <PasswordField value={password} />}
      <p>
        <button
          type="button"
          class="link"
          onClick={() => setMode(mode.value === 'login' ? fallback : 'login')}
        >
          {getSwitchLabel(mode.value, fallback)}
        </button>
        {mode.value === 'login' && (
          <>
            {' · '}
            <a href={`/forgot?email=${encodeURIComponent(email.value)}`} target="_blank" rel="noreferrer">
              {t.forgotPassword}
            </a>
          </>
        )}
      </p>
    </>
  );
}

function getSwitchLabel(mode: Mode, fallback: 'code' | 'register'): string {
  if (mode === 'login') return fallback === 'code' ? t.useCode : t.createAccount;
  return mode === 'code' ? t.usePassword : t.haveAccount;
}
