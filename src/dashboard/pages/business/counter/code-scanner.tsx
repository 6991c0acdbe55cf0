import { hasCamera } from '../../../data/qr-reader.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';

const ScanDialog = lazyComponent(() => import('./scan-dialog.tsx'));

/** Opens the camera to scan a customer's QR code; renders nothing where the browser has no camera. */
export function ScanButton({ onCode }: { onCode: (text: string) => void }) {
  if (!hasCamera()) return null;
  const scan = () =>
    openDialog(close => (
      <ScanDialog
        onCode={text => {
          close();
          onCode(text);
        }}
        onClose={close}
      />
    ));
  return (
    <Button icon={SHOP_ICONS.camera} onClick={scan}>
      {t.scan}
    </Button>
  );
}
