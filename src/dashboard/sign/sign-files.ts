import { readBlob } from '../data/api.ts';
import type { SignFormat } from './formats.ts';
import { SIGN_FONT } from './render-sign.ts';
import type { MeasureText } from './text.ts';

/** The size of a printed page. */
type PageSize = Pick<SignFormat, 'widthMm' | 'heightMm'>;

/** Enough for print; more would exceed the memory of a phone on A4. */
const DOTS_PER_MM = 240 / 25.4;
const MEASURED_PX = 100;

const canvas = document.createElement('canvas').getContext('2d');

/** Measures a text with the font of the signs. */
export const measureText: MeasureText = (text, sizeMm, isBold) => {
  if (!canvas) return text.length * sizeMm * 0.6;
  canvas.font = `${isBold ? 700 : 400} ${MEASURED_PX}px ${SIGN_FONT}`;
  return (canvas.measureText(text).width / MEASURED_PX) * sizeMm;
};

export function toSvgBlob(svg: string): Blob {
  return new Blob([svg], { type: 'image/svg+xml' });
}

export async function toPngBlob(svg: string, format: PageSize): Promise<Blob> {
  const { element } = await draw(svg, format);
  return await new Promise((resolve, reject) => {
    element.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The image could not be created'))));
  });
}

export async function toPdfBlob(svg: string, format: PageSize): Promise<Blob> {
  const { element, context } = await draw(svg, format);
  const { width, height } = element;
  const { data } = context.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb[pixel * 3] = data[pixel * 4] as number;
    rgb[pixel * 3 + 1] = data[pixel * 4 + 1] as number;
    rgb[pixel * 3 + 2] = data[pixel * 4 + 2] as number;
  }
  const { createPdf } = await import('./pdf.ts');
  return await createPdf({ width, height, rgb }, format);
}

async function draw(svg: string, { widthMm, heightMm }: PageSize) {
  const element = document.createElement('canvas');
  element.width = Math.round(widthMm * DOTS_PER_MM);
  element.height = Math.round(heightMm * DOTS_PER_MM);
  const context = element.getContext('2d');
  if (!context) throw new Error('This browser can not draw images');
  const url = URL.createObjectURL(toSvgBlob(svg));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    context.drawImage(image, 0, 0, element.width, element.height);
  } finally {
    URL.revokeObjectURL(url);
  }
  return { element, context };
}

/** Reads an image as a data URL, because a sign contains its logo; undefined if it can't be loaded. */
export async function readAsDataUrl(path: string): Promise<string | undefined> {
  const blob = await readBlob(path, { fetch: {} }).catch(() => undefined);
  if (!blob) return undefined;
  return await new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(blob);
  });
}
