import { describe, expect, test } from 'bun:test';
import { drawPreview, toDrawable } from '../../src/platform/preview-image.ts';

describe('a text of the picture of a link', () => {
  test('keeps the letters of nine languages and leaves out emoji', () => {
    for (const text of ['Café Żółć', 'İşığı', 'Ștefan & Söhne', 'L’Été – 15 % off'])
      expect(toDrawable(text)).toBe(text);
    expect(toDrawable('🥐 Bakery 👩‍🍳 🇫🇷')).toBe('Bakery');
    expect(toDrawable('Café')).toBe('Café');
  });

  test('is left out when the font lacks one of its letters', () => {
    expect(toDrawable('مقهى')).toBe('');
    expect(toDrawable('Cup 杯')).toBe('');
    expect(toDrawable('')).toBe('');
  });
});

describe('the picture of a link', () => {
  const base = { color: '#0b6e4f', name: 'Blue Cup', address: 'perks.example/s/blue-cup' };
  const draw = async (title: string, more = {}) =>
    Buffer.from(await drawPreview({ ...base, title, ...more })).toString('base64');

  test('shows its title, in as many lines as fit', async () => {
    const long = 'word '.repeat(80);
    const pictures = [
      await draw('Blue Cup'),
      await draw('Red Cup'),
      await draw(long),
      await draw('W'.repeat(200)),
    ];
    expect(new Set(pictures).size).toBe(4);
    expect(await draw(`${long} more`)).toBe(pictures[2] as string);
  });

  test('escapes a hostile name', async () => {
    expect(await draw('</text><circle r="900" fill="red"/>')).not.toBe(await draw(''));
  });

  test('shows the first letter for a logo that can not be decoded', async () => {
    const logo = new TextEncoder().encode('no image');
    expect(await draw('Blue Cup', { logo })).toBe(await draw('Blue Cup'));
  });
});
