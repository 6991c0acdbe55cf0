import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SHOP_ICONS } from '../../ui/shop-icons.ts';

/** Pause between attempts to find a code in the camera's picture. */
const SCAN_INTERVAL_MS = 200;

/** Barcode Detection API, which the DOM types of TypeScript lack. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

function getDetectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

/** Returns the code in typed or scanned text: the `code` of a link to the redeem page, or the text itself. */
export function readCode(text: string): string {
  const url = /^https?:/i.test(text.trim()) ? URL.parse(text.trim()) : null;
  return url?.searchParams.get('code') ?? text;
}

/** Opens the camera to scan a customer's QR code; renders nothing where the browser can't. */
export function ScanButton({ onCode }: { onCode: (text: string) => void }) {
  const isOpen = useSignal(false);
  const setOpen = (value: boolean) => {
    isOpen.value = value;
  };
  if (!getDetectorClass() || !navigator.mediaDevices) return null;
  return (
    <>
      <Button icon={SHOP_ICONS.camera} onClick={() => setOpen(true)}>
        Scan code
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
  const Detect = getDetectorClass() as DetectorClass;
  const detector = new Detect({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    if (!signal.aborted) await video.play();
    while (!signal.aborted) {
      const [found] = await detector.detect(video);
      if (found) return found.rawValue;
      await new Promise(resolve => setTimeout(resolve, SCAN_INTERVAL_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
