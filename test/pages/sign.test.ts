import { describe, expect, test } from 'bun:test';
import { SIGN_FORMATS, type SignFormat } from '../../src/dashboard/sign/formats.ts';
import { createPdf } from '../../src/dashboard/sign/pdf.ts';
import { renderSign } from '../../src/dashboard/sign/render-sign.ts';
import { fitText, type MeasureText } from '../../src/dashboard/sign/text.ts';

const measure: MeasureText = (text, sizeMm) => text.length * sizeMm * 0.55;
const CONTENT = {
  shopName: 'Blue Cup',
  offer: '$5 off',
  task: 'Mention Blue Cup in a Story on Instagram',
  instruction: 'Scan with your phone camera',
  url: 'https://perks.example/c/morning-cup',
  accent: '#0a6b4d',
};
const byId = (id: SignFormat['id']) => SIGN_FORMATS.find(format => format.id === id) as SignFormat;

describe('a sign', () => {
  test.each(SIGN_FORMATS)('$id has reward, shop, task, QR code and the address in words', format => {
    const svg = renderSign(CONTENT, format, measure);
    for (const text of ['$5 off', 'Blue Cup', 'Scan with your phone camera', 'perks.example/c/morning-cup'])
      expect(svg).toContain(text);
    expect(svg).toContain(`viewBox="0 0 ${format.widthMm} ${format.heightMm}"`);
  });

  test('repeats the panel of a table tent upside down', () => {
    const svg = renderSign(CONTENT, byId('tent'), measure);
    expect(svg.match(/Scan with your phone camera/g)).toHaveLength(2);
    expect(svg).toContain('rotate(180 105 148.5)');
  });

  test('escapes hostile names', () => {
    const svg = renderSign({ ...CONTENT, shopName: '<script>"&' }, byId('a5'), measure);
    expect(svg).toContain('&lt;script&gt;&quot;&amp;');
  });

  test('keeps every text inside the sheet, however long it is', () => {
    const long = {
      ...CONTENT,
      shopName: 'A'.repeat(200),
      offer: 'Free cappuccino with oat milk and a cookie',
    };
    for (const format of SIGN_FORMATS) {
      const svg = renderSign(long, format, measure);
      const tops = [...svg.matchAll(/translate\(0 ([\d.]+)\)">(.*?)<\/g>/g)];
      expect(tops.length).toBeGreaterThan(0);
      for (const [, top, texts = ''] of tops)
        for (const [, y] of texts.matchAll(/<text [^>]*y="([\d.]+)"/g))
          expect(Number(top) + Number(y)).toBeLessThan(format.heightMm);
    }
  });

  test('a long text is broken into lines, and shortened at the smallest size', () => {
    const box = { maxWidthMm: 20, maxSizeMm: 6, minSizeMm: 3, maxLines: 2, isBold: false };
    const { lines } = fitText({ ...box, text: 'Mention us in a Story' }, measure);
    expect(lines.length).toBe(2);
    expect(fitText({ ...box, text: 'x'.repeat(99) }, measure).lines[0]).toEndWith('…');
  });
});

test('a PDF has one page of the size of the sign, and its table lists the offset of each object', async () => {
  const rgb = new Uint8Array(2 * 3 * 3).fill(200);
  const pdf = await (await createPdf({ width: 2, height: 3, rgb }, byId('a5'))).bytes();
  const text = new TextDecoder('latin1').decode(pdf);
  expect(text).toContain('/MediaBox [0 0 419.53 595.28]');
  const [, start] = /startxref\n(\d+)/.exec(text) ?? [];
  expect(text.slice(Number(start), Number(start) + 4)).toBe('xref');
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset).startsWith(`${index + 1} 0 obj`)).toBe(true);
});
