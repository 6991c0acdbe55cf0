import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { type CsvRow, MAX_ROW_CHARS, readCsvRows } from '../../src/platform/csv-reader.ts';

async function read(bytes: Uint8Array, size = bytes.length): Promise<CsvRow[]> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  const all: CsvRow[] = [];
  for await (const rows of readCsvRows(chunks)) all.push(...rows);
  return all;
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const linesOf = (rows: CsvRow[]) =>
  rows.map(({ line, cells, problem }) => [line, problem ?? cells.join('|')]);

describe('rows of a CSV file', () => {
  test('have the line on which they begin, also after cells of several lines and empty lines', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '1,2', '', `"x${end}y",3`, '4,5'].join(end);
      const expected = [
        [1, 'a|b'],
        [2, '1|2'],
        [4, 'x\ny|3'],
        [6, '4|5'],
      ];
      for (const size of [1, 3, 100]) expect(linesOf(await read(utf8(text), size))).toEqual(expected);
    }
  });

  test('are read in pieces of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ' ', '\n', '1') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        // The first row decides the delimiter.
        const all = [['a', 'b', 'c'], ...rows];
        const found = await read(utf8(Papa.unparse(all)), size);
        expect(found.map(({ cells }) => cells)).toEqual(
          all.filter(each => each.some(text => text.trim() !== '')),
        );
      }),
    );
  });

  test('after a row with a misplaced or unclosed quotation mark are read', async () => {
    const unclosed = [
      [1, 'a|b'],
      [2, 'has a quotation mark that is never closed'],
      [3, '3|4'],
      [4, '5|6'],
    ];
    const misplaced = [
      [1, 'a|b'],
      [2, 'has a quotation mark in the middle of a cell'],
      [3, '3|4'],
      [4, '5|6'],
    ];
    for (const size of [2, 100]) {
      expect(linesOf(await read(utf8('a,b\n1,"2\n3,4\n5,6\n'), size))).toEqual(unclosed);
      expect(linesOf(await read(utf8('a,b\n1,"2"x\n3,4\n5,"6"\n'), size))).toEqual(misplaced);
    }
  });

  test('have a limited length', async () => {
    const rows = await read(utf8(`a,b\n1,"${'x'.repeat(2 * MAX_ROW_CHARS)}\n3,4`), 50_000);
    expect(linesOf(rows).at(-1)).toEqual([3, '3|4']);
    expect(rows[1]?.problem).toBe('has a quotation mark that is never closed');
  });
});

test.each([1, 4, 100])('a line with the delimiter is no row, in pieces of %p bytes', async size => {
  const rows = await read(utf8('\ufeffsep=|\r\nname|note\r\nAda|a,b;c\r\n'), size);
  expect(linesOf(rows)).toEqual([
    [2, 'name|note'],
    [3, 'Ada|a,b;c'],
  ]);
});

test.each([
  ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('n;é\n')])],
  ['Windows-1252', new Uint8Array([0x6e, 0x3b, 0xe9, 0x0a])],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x6e, 0, 0x3b, 0, 0xe9, 0, 0x0a, 0])],
])('a file in %s is read', async (_, bytes) => {
  expect(linesOf(await read(bytes))).toEqual([[1, 'n|é']]);
});

const ROW = 'Ada;1\n';
const LATIN = new Uint8Array([0x4a, 0xe9, 0x3b, 0x32, 0x0a]);

test('a file in Windows-1252 is read from its first accent on, wherever that is', async () => {
  const rows = await read(new Uint8Array([...utf8(`n;v\n${ROW.repeat(100)}`), ...LATIN]), 64);
  expect(linesOf(rows).slice(-2)).toEqual([
    [101, 'Ada|1'],
    [102, 'Jé|2'],
  ]);
});

test.each([
  ['begins as UTF-8 and goes on in another encoding', [...utf8(`n;v\né;1\n${ROW.repeat(20)}`), ...LATIN]],
  ['ends inside a character', [...utf8(`n;v\né;1\n${ROW.repeat(20)}J`), 0xc3]],
  [
    'in UTF-16 has half a character',
    [0xff, 0xfe, ...[...`n;v\n${ROW}`].flatMap(text => [text.charCodeAt(0), 0]), 0x00, 0xd8, 0x0a, 0],
  ],
])('a file that %s is refused from that line on, and no part of a row is read', async (_, bytes) => {
  const rows = await read(new Uint8Array(bytes), 32);
  expect(rows.at(-1)?.problem).toBe('is not UTF-8, unlike the lines before it');
  for (const { cells } of rows.slice(1, -1)) expect(['Ada|1', 'é|1']).toContain(cells.join('|'));
});
