import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { loadQrReader } from '../../../data/qr-reader.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { Dialog } from '../../../ui/dialog.tsx';

/** Pause between attempts to find a code in the camera's picture. */
const SCAN_INTERVAL_MS = 100;
/** A camera that keeps its distance reads small codes on phones better. */
const CAMERA = { facingMode: 'environment', width: { ideal: 1280 } };

interface ScanDialogProps {
  onCode: (text: string) => void;
  onClose: () => void;
}

/** Shows the camera's picture until it has a QR code. */
export default function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const problem = useSignal('');
  useEffect(() => {
    const abort = new AbortController();
    scan(video.current as HTMLVideoElement, abort.signal).then(
      text => text !== undefined && onCode(text),
      () => {
        problem.value = t.noCamera;
      },
    );
    return () => abort.abort();
  }, []);
  return (
    <Dialog title={t.scanTitle} onClose={onClose}>
      <video ref={video} class="scanner" muted playsInline aria-label={t.cameraPicture} />
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
