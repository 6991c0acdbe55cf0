import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { PassSettings as Settings } from '../../../../passes/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate } from '../../../data/format.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { formatText } from '../../../messages/text.ts';
import { wallets as t } from '../../../messages/wallets/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AppleSteps, GoogleSteps } from './wallet-steps.tsx';

/** Apple's certificates are valid for a year; a new one takes a developer account and some time. */
const EXPIRES_SOON_MS = 30 * 86_400_000;

/** The accounts with which the business puts member cards and rewards into the wallets of phones. */
export default function PassSettings() {
  const settings = useRead(api.business.passes.get, tenantParams());
  return (
    <Card title={t.title} actions={<Badge>{t.ownersOnly}</Badge>}>
      <p>{t.intro}</p>
      <Loaded resource={settings}>
        {saved => (
          <>
            <Google settings={saved} onSaved={settings.set} />
            <Apple settings={saved} onSaved={settings.set} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface WalletProps {
  settings: Settings;
  onSaved: (settings: Settings) => void;
}

function Google({ settings: { google }, onSaved }: WalletProps) {
  const isChanging = useSignal(false);
  return (
    <section class="stack wallet">
      <Heading name="Google Wallet" problems={google && listProblems(google)} />
      {google && !isChanging.value ? (
        <>
          <p class="break">{formatText(t.issuer, { id: google.issuerId, email: google.clientEmail })}</p>
          <p>{formatText(t.passes, { count: google.passCount })}</p>
          <div class="actions">
            <Button
              onClick={() => {
                isChanging.value = true;
              }}
            >
              {t.changeAccount}
            </Button>
            <RemoveWallet platform="google" name="Google Wallet" onSaved={onSaved} />
          </div>
        </>
      ) : (
        <Setup title={google ? t.changeTheAccount : t.setUpGoogle} isOpen={isChanging.value}>
          <GoogleSteps />
          <GoogleForm
            issuerId={google?.issuerId ?? ''}
            onSaved={saved => {
              isChanging.value = false;
              onSaved(saved);
            }}
          />
        </Setup>
      )}
    </section>
  );
}

function listProblems({ lastError }: { lastError: string | null }): string[] {
  return lastError === null ? [] : [formatText(t.lastError, { reason: lastError })];
}

function listAppleProblems(apple: NonNullable<Settings['apple']>): string[] {
  const remainingMs = Date.parse(apple.expiresAt) - Date.now();
  const problems = listProblems(apple);
  if (remainingMs <= 0) problems.push(t.expired);
  else if (remainingMs < EXPIRES_SOON_MS)
    problems.push(formatText(t.expiresSoon, { date: formatDate(apple.expiresAt) }));
  if (!apple.canUpdate) problems.push(t.needsHttps);
  return problems;
}

/** The name of a wallet, whether it works, and what is missing; no problems at all before it is set up. */
function Heading({ name, problems }: { name: string; problems: string[] | null }) {
  return (
    <>
      <h3>
        {name}{' '}
        {problems &&
          (problems.length === 0 ? (
            <Badge tone="good">{t.working}</Badge>
          ) : (
            <Badge tone="warn">{t.failing}</Badge>
          ))}
      </h3>
      {problems?.map(problem => (
        <Notice key={problem} tone="warn">
          {problem}
        </Notice>
      ))}
    </>
  );
}

interface SetupProps {
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

/** The guide and the form of a wallet, folded until someone wants to set it up. */
function Setup({ title, isOpen, children }: SetupProps) {
  return (
    <details class="wallet-setup" open={isOpen}>
      <summary>{title}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}

function GoogleForm({ issuerId: initial, onSaved }: { issuerId: string; onSaved: WalletProps['onSaved'] }) {
  const issuerId = useSignal(initial);
  const key = useSignal('');
  const save = useAction(async () => {
    const body = { issuerId: issuerId.value.trim(), serviceAccountKey: key.value, ...tenantParams() };
    onSaved(await send(api.business.passes.google.put(body)));
    toast(t.googleDone);
  });
  return (
    <Form action={save}>
      <TextField
        label={t.issuerId}
        inputMode="numeric"
        hint={t.issuerIdHint}
        value={issuerId}
        name="issuerId"
      />
      <TextArea label={t.keyFile} hint={t.keyFileHint} value={key} name="serviceAccountKey" />
      <FormActions label={t.saveGoogle} kind="plain" />
    </Form>
  );
}

function Apple({ settings: { apple }, onSaved }: WalletProps) {
  const isChanging = useSignal(false);
  return (
    <section class="stack wallet">
      <Heading name="Apple Wallet" problems={apple && listAppleProblems(apple)} />
      {apple && !isChanging.value ? (
        <>
          <p class="break">
            {formatText(t.appleAccount, {
              passType: apple.passTypeId,
              team: apple.teamId,
              date: formatDate(apple.expiresAt),
            })}
          </p>
          <p>
            {formatText(t.passes, { count: apple.passCount })} ·{' '}
            {formatText(t.phones, { count: apple.phoneCount })}
          </p>
          <div class="actions">
            <Button
              onClick={() => {
                isChanging.value = true;
              }}
            >
              {t.changeCertificate}
            </Button>
            <RemoveWallet platform="apple" name="Apple Wallet" onSaved={onSaved} />
          </div>
        </>
      ) : (
        <Setup title={apple ? t.changeTheCertificate : t.setUpApple} isOpen={isChanging.value}>
          <AppleSteps />
          <AppleForm
            onSaved={saved => {
              isChanging.value = false;
              onSaved(saved);
            }}
          />
        </Setup>
      )}
    </section>
  );
}

function AppleForm({ onSaved }: Pick<WalletProps, 'onSaved'>) {
  const certificate = useSignal('');
  const privateKey = useSignal('');
  const wwdrCertificate = useSignal('');
  const save = useAction(async () => {
    const body = {
      certificate: certificate.value,
      privateKey: privateKey.value,
      wwdrCertificate: wwdrCertificate.value,
      ...tenantParams(),
    };
    onSaved(await send(api.business.passes.apple.put(body)));
    toast(t.appleDone);
  });
  return (
    <Form action={save}>
      <TextArea label={t.certificate} hint={t.certificateHint} value={certificate} name="certificate" />
      <TextArea label={t.privateKey} hint={t.privateKeyHint} value={privateKey} name="privateKey" />
      <TextArea label={t.wwdr} hint={t.wwdrHint} value={wwdrCertificate} name="wwdrCertificate" />
      <FormActions label={t.saveApple} kind="plain" />
    </Form>
  );
}

interface RemoveProps {
  platform: 'google' | 'apple';
  name: string;
  onSaved: WalletProps['onSaved'];
}

function RemoveWallet({ platform, name, onSaved }: RemoveProps) {
  const remove = () =>
    openForm({
      title: formatText(t.removeTitle, { name }),
      submitLabel: t.remove,
      content: t.removeHow,
      run: async () => {
        onSaved(await send(api.business.passes({ platform }).delete(undefined, { query: tenantParams() })));
        toast(formatText(t.removed, { name }));
      },
    });
  return <Button onClick={remove}>{t.remove}</Button>;
}
