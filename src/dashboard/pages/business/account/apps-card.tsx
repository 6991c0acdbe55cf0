import type { ConnectedApp } from '../../../../auth/model.ts';
import { api, send } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { apps as t } from '../../../messages/apps/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Apps that are shown. */
const FIRST_100 = { page: 1, perPage: 100 };

/** The apps that the user connected, with buttons to disconnect them; nothing without apps. */
export default function AppsCard() {
  const list = useRead(api.account.apps.get, FIRST_100, { live: ['apiKey.'] });
  const items = list.data.value?.items ?? [];
  const disconnect = ({ id, name }: ConnectedApp) =>
    openForm({
      title: formatText(t.disconnectTitle, { name }),
      submitLabel: t.disconnect,
      isDanger: true,
      content: t.disconnectHow,
      call: { operation: 'disconnectApp', values: { id } },
      run: async () => {
        await send(api.account.apps({ id }).delete());
        toast(formatText(t.disconnected, { name }));
        list.reload();
      },
    });
  if (items.length === 0) return null;
  return (
    <Card title={t.apps}>
      <p>{t.appsHow}</p>
      <ul class="rows">
        {items.map(app => (
          <li key={app.id}>
            <div>
              <strong>{app.name}</strong> <bdi>{app.app}</bdi>
              <p class="hint">
                {`${t.lastUsed} `}
                {app.lastUsedAt ? <RelativeTime at={app.lastUsedAt} /> : t.never}
                {` · ${t.added} `}
                <RelativeTime at={app.createdAt} />
              </p>
            </div>
            <Button isSmall label={`${t.disconnect}: ${app.name}`} onClick={() => disconnect(app)}>
              {t.disconnect}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
