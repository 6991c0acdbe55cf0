import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { PassSettings as Settings } from '../../../passes/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDate } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { AppleSteps, GoogleSteps } from './wallet-steps.tsx';

/** The accounts with which the business puts member cards and rewards into the wallets of phones. */
export default function PassSettings() {
  const settings = useResource(
    abort => send(api.business.passes.get({ query: tenantParams(), ...abort })),
    [businessId.value],
  );
  return (
    <Card title="Wallets of phones" actions={<Badge>Owners only</Badge>}>
      <p>
        Customers can add member cards and codes to the wallet of their phone. The button appears on their
        pages once a wallet is set up.
      </p>
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
    <section class="stack">
      <h3>Google Wallet</h3>
      {google && !isChanging.value ? (
        <>
          <p class="break">
            Issuer {google.issuerId}, signed by {google.clientEmail}
          </p>
          <div class="actions">
            <Button
              onClick={() => {
                isChanging.value = true;
              }}
            >
              Change account
            </Button>
            <RemoveWallet platform="google" name="Google Wallet" onSaved={onSaved} />
          </div>
        </>
      ) : (
        <Setup title={google ? 'Change the account' : 'Set up Google Wallet'} isOpen={isChanging.value}>
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
    toast('Google Wallet is set up');
  });
  return (
    <form onSubmit={save.submit}>
      <TextField
        label="Issuer ID"
        inputMode="numeric"
        hint="From the Google Pay & Wallet Console."
        value={issuerId}
        error={save.fieldError('issuerId')}
      />
      <TextArea
        label="Key file of the service account"
        hint="Paste the whole JSON file. It is stored encrypted and never shown again."
        value={key}
        error={save.fieldError('serviceAccountKey')}
      />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" busy={save.isBusy}>
          Save Google Wallet
        </Button>
      </div>
    </form>
  );
}

function Apple({ settings: { apple }, onSaved }: WalletProps) {
  const isChanging = useSignal(false);
  return (
    <section class="stack">
      <h3>Apple Wallet</h3>
      {apple && !isChanging.value ? (
        <>
          <p class="break">
            {apple.passTypeId} of team {apple.teamId}, valid until {formatDate(apple.expiresAt)}
          </p>
          <div class="actions">
            <Button
              onClick={() => {
                isChanging.value = true;
              }}
            >
              Change certificate
            </Button>
            <RemoveWallet platform="apple" name="Apple Wallet" onSaved={onSaved} />
          </div>
        </>
      ) : (
        <Setup title={apple ? 'Change the certificate' : 'Set up Apple Wallet'} isOpen={isChanging.value}>
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
    toast('Apple Wallet is set up');
  });
  return (
    <form onSubmit={save.submit}>
      <TextArea
        label="Certificate of the pass type"
        hint="In PEM, from your Apple developer account."
        value={certificate}
        error={save.fieldError('certificate')}
      />
      <TextArea
        label="Private key"
        hint="In PEM, without a passphrase. It is stored encrypted and never shown again."
        value={privateKey}
        error={save.fieldError('privateKey')}
      />
      <TextArea
        label="Apple's intermediate certificate (WWDR)"
        hint="In PEM, the one that issued your certificate."
        value={wwdrCertificate}
        error={save.fieldError('wwdrCertificate')}
      />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" busy={save.isBusy}>
          Save Apple Wallet
        </Button>
      </div>
    </form>
  );
}

interface RemoveProps {
  platform: 'google' | 'apple';
  name: string;
  onSaved: WalletProps['onSaved'];
}

function RemoveWallet({ platform, name, onSaved }: RemoveProps) {
  const isAsking = useSignal(false);
  const remove = useAction(async () => {
    onSaved(await send(api.business.passes({ platform }).delete(undefined, { query: tenantParams() })));
    isAsking.value = false;
    toast(`${name} is removed`);
  });
  return (
    <>
      <Button
        onClick={() => {
          isAsking.value = true;
        }}
      >
        Remove
      </Button>
      {isAsking.value && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          action={remove}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <p>Customers can no longer add passes. Passes on their phones stay, but are no longer updated.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
