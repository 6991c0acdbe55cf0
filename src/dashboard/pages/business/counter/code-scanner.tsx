import { useSignal } from '@preact/signals';
import { hasCamera } from '../../../data/qr-reader.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';

const ScanDialog = lazyComponent(() => import('./scan-dialog.tsx'));

/** Opens the camera to scan a customer's QR code; renders nothing where the browser has no camera. */
export function ScanButton({ onCode }: { onCode: (text: string) => void }) {
  const isOpen = useSignal(false);
  const setOpen = (value: boolean) => {
    isOpen.value = value;
  };
  if (!hasCamera()) return null;
  return (
    <>
      <Button icon={SHOP_ICONS.camera} onClick={() => setOpen(true)}>
        {t.scan}
      </Button>
      {isOpen.value && (
        <ScanDialog
          onCode={text => {
            setOpen(false);
            onCode(text);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
