import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { hasCamera, loadQrReader } from '../../../data/qr-reader.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';

/** Pause between attempts to find a code in the camera's picture. */
const SCAN_INTERVAL_MS = 100;
/** A camera that keeps its distance reads small codes on phones better. */
const CAMERA = { facingMode: 'environment', width: { ideal: 1280 } };

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
        Scan
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

function ScanDialog({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const problem = useSignal('');
  useEffect(() => {
    const abort = new AbortController();
    scan(video.current as HTMLVideoElement, abort.signal).then(
      text => text !== undefined && onCode(text),
      () => {
        problem.value = "The camera can't be used. Allow it in the browser's settings, or type the code.";
      },
    );
    return () => abort.abort();
  }, []);
  return (
    <Dialog title="Scan the customer's code" onClose={onClose}>
      <video ref={video} class="scanner" muted playsInline aria-label="Camera picture" />
      {problem.value && <p class="notice warn">{problem.value}</p>}
    </Dialog>
  );
}

/** Returns the first QR code that the camera shows; undefined if it was stopped before. */
async function scan(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const [read, stream] = await Promise.all([
    loadQrReader(),
    navigator.mediaDevices.getUserMedia({ video: CAMERA }),
  ]);
  try {
    video.srcObject = stream;
    if (!signal.aborted) await video.play();
    while (!signal.aborted) {
      const text = await read(video);
      if (text) return text;
      await new Promise(resolve => setTimeout(resolve, SCAN_INTERVAL_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
