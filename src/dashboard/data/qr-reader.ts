/** Reads the text of a QR code in one picture of a video; undefined if it shows none. */
type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Barcode Detection API, which the DOM types of TypeScript lack. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Longer side of the picture that the fallback reads, in pixels: enough for a code on a phone, and fast on an old one. */
const MAX_PICTURE_SIZE = 800;

/** Returns whether this browser gives pages a camera: only over HTTPS and on the own machine. */
export function hasCamera(): boolean {
  return navigator.mediaDevices !== undefined;
}

/** Returns the reader of the browser, or loads ours (about 460 kB) where the browser has none, as on iPhones. */
export async function loadQrReader(): Promise<QrReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !formats.includes('qr_code')) return loadFallback();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async video => (await detector.detect(video))[0]?.rawValue;
}

async function loadFallback(): Promise<QrReader> {
  const { prepareZXingModule, readBarcodes, ZXING_WASM_VERSION } = await import('zxing-wasm/reader');
  await prepareZXingModule({
    overrides: { locateFile: () => `/assets/zxing-reader-${ZXING_WASM_VERSION}.wasm` },
    fireImmediately: true,
  });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  return async video => {
    const scale = Math.min(1, MAX_PICTURE_SIZE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = video.videoWidth * scale;
    canvas.height = video.videoHeight * scale;
    if (canvas.width === 0 || canvas.height === 0) return undefined;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return found?.text;
  };
}
