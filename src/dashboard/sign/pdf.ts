/** The pixels of one page: red, green and blue, one byte each. */
interface PagePixels {
  width: number;
  height: number;
  rgb: Uint8Array<ArrayBuffer>;
}

const POINTS_PER_MM = 72 / 25.4;

/** Creates a PDF of one page that an image fills. */
export async function createPdf(
  pixels: PagePixels,
  { widthMm, heightMm }: { widthMm: number; heightMm: number },
): Promise<Blob> {
  const [width, height] = [widthMm, heightMm].map(mm => (mm * POINTS_PER_MM).toFixed(2));
  const image = await deflate(pixels.rgb);
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Sign Do Q`;
  const imageFields =
    `/Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} ` +
    `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`;
  const objects: (string | Uint8Array<ArrayBuffer>)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R ` +
        '/Resources << /XObject << /Sign 5 0 R >> >> >>',
    ],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
    [`<< ${imageFields} /Length ${image.length} >>\nstream\n`, image, '\nendstream'],
  ];
  return assemble(objects);
}

/** Numbers the objects and adds the table of their offsets. */
function assemble(objects: (string | Uint8Array<ArrayBuffer>)[][]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(`${index + 1} 0 obj\n`);
    for (const part of object) add(part);
    add('\nendobj\n');
  }
  const start = length;
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
