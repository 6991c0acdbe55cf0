import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Deletes what test keys have created, after a confirmation. */
export function DeleteTestDataButton() {
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  const remove = useAction(async () => {
    const { deleted } = await send(api['test-data'].delete(undefined, { query: tenantParams() }));
    toast(deleted ? t.testDataDeleted : t.noTestData);
    close();
  });
  return (
    <>
      <Button
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t.deleteTestData}
      </Button>
      {isOpen.value && (
        <ConfirmDialog
          title={t.deleteTestDataTitle}
          confirmLabel={t.deleteTestData}
          isDanger
          action={remove}
          onClose={close}
        >
          <p>{t.deleteTestDataHow}</p>
          <ShowCodeButton operation="deleteTestData" values={tenantParams()} />
        </ConfirmDialog>
      )}
    </>
  );
}
