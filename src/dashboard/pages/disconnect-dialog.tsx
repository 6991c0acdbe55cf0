import type { ComponentChildren } from 'preact';
import { api, send } from '../data/api.ts';
import { formatLabel } from '../data/format.ts';
import { useAction } from '../data/resource.ts';
import { tenantParams } from '../data/session.ts';
import { account as t } from '../messages/account/index.ts';
import { formatText } from '../messages/text.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ShowCodeButton } from '../ui/show-code-button.tsx';
import { toast } from '../ui/toast.tsx';

interface DisconnectProps {
  platform: string;
  onClose: () => void;
  onDisconnected: () => void;
  /** The consequences. */
  children: ComponentChildren;
}

/** Asks for confirmation and disconnects the account of the caller or their business on a platform. */
export function DisconnectDialog({ platform, onClose, onDisconnected, children }: DisconnectProps) {
  const disconnect = useAction(async () => {
    await send(api.oauth({ platform }).delete(undefined, { query: tenantParams() }));
    onClose();
    toast(t.disconnected);
    onDisconnected();
  });
  return (
    <ConfirmDialog
      title={formatText(t.disconnectTitle, { platform: formatLabel(platform) })}
      confirmLabel={t.disconnectAccount}
      isDanger
      action={disconnect}
      onClose={onClose}
    >
      {children}
      <ShowCodeButton operation="disconnectPlatform" values={{ platform }} />
    </ConfirmDialog>
  );
}
