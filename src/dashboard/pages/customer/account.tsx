import { useSignal } from '@preact/signals';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { caller, closeSession } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { NewPasswordField, PasswordField } from '../credential-fields.tsx';
import { Connections } from './connections.tsx';

/** The customer's profile, password, sessions and connected accounts. */
export default function Account(_: PageProps) {
  const { name, email } = caller.value?.user ?? {};
  return (
    <>
      <PageHead title="Account" />
      <div class="columns-wide">
        <div class="stack">
          <Card title="Profile">
            <DetailList
              items={[
                ['Name', name],
                ['Email', email],
              ]}
            />
            <LogOutEverywhere />
          </Card>
          <Password />
        </div>
        <Connections />
      </div>
    </>
  );
}

function Password() {
  const [current, next] = [useSignal(''), useSignal('')];
  const change = useAction(async () => {
    const body = {
      action: 'changePassword',
      currentPassword: current.value,
      newPassword: next.value,
    } as const;
    await send(api.auth.post(body));
    current.value = '';
    next.value = '';
    toast('Password changed. Other devices were logged out.');
  });
  return (
    <Card title="Change password">
      <form class="stack" onSubmit={change.submit}>
        <PasswordField
          label="Current password"
          value={current}
          error={change.fieldError('currentPassword')}
        />
        <NewPasswordField label="New password" value={next} error={change.fieldError('newPassword')} />
        <FormError error={change.error.value} />
        <div class="actions">
          <Button type="submit" busy={change.isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}

function LogOutEverywhere() {
  const isConfirming = useSignal(false);
  const close = () => {
    isConfirming.value = false;
  };
  const logOut = useAction(async () => {
    await closeSession(true);
    navigate('/login');
  });
  return (
    <div class="actions">
      <Button
        icon="out"
        onClick={() => {
          isConfirming.value = true;
        }}
      >
        Log out everywhere
      </Button>
      {isConfirming.value && (
        <ConfirmDialog
          title="Log out everywhere?"
          confirmLabel="Log out everywhere"
          action={logOut}
          onClose={close}
        >
          <p>You'll need to log in again on every device, including this one.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
