import { api, readBlob, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { navigate } from '../data/router.ts';
import { saveFile } from '../data/save-file.ts';
import { forgetSession } from '../data/session.ts';
import { account as t } from '../messages/account/index.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/components.tsx';
import { openForm } from '../ui/open-form.tsx';
import { RARE_ICONS } from '../ui/rare-icons.ts';
import { FormError } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

const EXPORT_URL = '/api/v1/account/export';

/** Downloads everything that is stored about the user, and deletes the account. */
export default function DataCard() {
  const download = useAction(async () => {
    saveFile(await readBlob(EXPORT_URL, { fetch: {} }), 'my-data.zip');
  });
  const erase = () =>
    openForm({
      title: t.deleteTitle,
      submitLabel: t.deleteAccount,
      isDanger: true,
      content: t.deleteHow,
      call: { operation: 'eraseAccount', values: {} },
      run: async () => {
        await send(api.account.delete());
        forgetSession();
        navigate('/', { replace: true });
        toast(t.accountDeleted);
      },
    });
  return (
    <Card title={t.yourData}>
      <p>{t.yourDataHow}</p>
      <FormError error={download.error.value} />
      <div class="actions">
        <Button icon={RARE_ICONS.download} busy={download.isBusy} onClick={() => void download.run()}>
          {t.downloadData}
        </Button>
        <Button kind="danger" onClick={erase}>
          {t.deleteAccount}
        </Button>
      </div>
    </Card>
  );
}
