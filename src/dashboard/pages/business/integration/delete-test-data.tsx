import { api, send } from '../../../data/api.ts';
import { tenantParams } from '../../../data/session.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { Button } from '../../../ui/button.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Deletes what test keys have created, after a confirmation. */
export function DeleteTestDataButton() {
  const remove = () =>
    openForm({
      title: t.deleteTestDataTitle,
      submitLabel: t.deleteTestData,
      isDanger: true,
      content: t.deleteTestDataHow,
      call: { operation: 'deleteTestData', values: tenantParams() },
      run: async () => {
        const { deleted } = await send(api['test-data'].delete(undefined, { query: tenantParams() }));
        toast(deleted ? t.testDataDeleted : t.noTestData);
      },
    });
  return <Button onClick={remove}>{t.deleteTestData}</Button>;
}
