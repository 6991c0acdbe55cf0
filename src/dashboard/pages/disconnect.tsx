import { api, send } from '../data/api.ts';
import { formatLabel } from '../data/format.ts';
import { tenantParams } from '../data/session.ts';
import { account as t } from '../messages/account/index.ts';
import { formatText } from '../messages/text.ts';
import { openForm } from '../ui/open-form.tsx';
import { toast } from '../ui/toast.tsx';

/**
 * Disconnects the account of the caller or their business on a platform, after confirmation.
 * @param consequences a text
 */
export function disconnect(platform: string, consequences: string, onDisconnected: () => void): void {
  openForm({
    title: formatText(t.disconnectTitle, { platform: formatLabel(platform) }),
    submitLabel: t.disconnectAccount,
    isDanger: true,
    content: consequences,
    call: { operation: 'disconnectPlatform', values: { platform } },
    run: async () => {
      await send(api.oauth({ platform }).delete(undefined, { query: tenantParams() }));
      toast(t.disconnected);
      onDisconnected();
    },
  });
}
