import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { readCsv, writeCsv } from '../../src/influencers/csv.ts';
import { escapeFormula, unescapeFormula } from '../../src/platform/csv.ts';
import { type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { createRunner } from '../cli/fixture.ts';
import { newInfluencer } from '../support/fixtures.ts';

const HEADER = 'name,email,platforms';
const listProblems = (text: string) => readCsv(text).problems.map(({ field, issue }) => `${field}: ${issue}`);

describe('the header of a file from another program', () => {
  const ROW = 'Ada,ada@b.example,x:ada:1';
  const first = (text: string) => readCsv(text).rows.map(({ line, fields }) => [line, fields.name]);

  test.each([
    ['a line with the delimiter', `sep=;\r\nname;email;platforms\r\n${ROW.replaceAll(',', ';')}`, 3],
    ['a quoted line with the delimiter', `"sep=,"\n${HEADER}\n${ROW}`, 3],
    [
      'a line with a tab as delimiter',
      `sep=\t\n${HEADER.replaceAll(',', '\t')}\n${ROW.replaceAll(',', '\t')}`,
      3,
    ],
    ['names in other case', `Name,EMAIL,Platforms\n${ROW}`, 2],
    ['a byte order mark', `\ufeff${HEADER}\n${ROW}`, 2],
    ['all of it', `\ufeffSEP=;\n NAME ; Email;platforms\n${ROW.replaceAll(',', ';')}`, 3],
  ])('may have %s', (_, text, line) => {
    expect(first(text)).toEqual([[line, 'Ada']]);
  });

  test('must name each column once', () => {
    expect(() => readCsv(`${HEADER},Name\n${ROW},Bo`)).toThrow('names the column name twice');
  });

  test('starts with a byte order mark in exports', () => {
    expect(writeCsv([])).toStartWith('\ufeffname,email,platforms,');
  });
});

describe('cells that a spreadsheet would execute', () => {
  for (const cell of [
    '=1+1',
    '+49 30 1',
    '-5',
    '@ada',
    '\tx',
    '\rx',
    '\n=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠sum',
  ]) {
    test(`the cell ${JSON.stringify(cell)} is escaped with an apostrophe and survives a round trip`, () => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    });
  }

  test('every cell survives a round trip', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '@', '-', '\t', 'a') }));
    fc.assert(
      fc.property(cell, text => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
        expect(escapeFormula(text)).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/);
      }),
    );
  });
});

describe('CSV files', () => {
  test('columns are found by name in any order, and unknown columns are reported and ignored', () => {
    expect(() => readCsv('name,email\nAda,a@b.example')).toThrow('line 1 must name the columns platforms');
    expect(() => readCsv('')).toThrow('line 1 must name the columns name, email, platforms');
    const { rows, ignored } = readCsv('\uFEFFemail,shoe size,platforms,name\na@b.example,38,x:ada:5,Ada\n');
    expect(ignored).toEqual(['shoe size']);
    expect(rows).toEqual([
      {
        line: 2,
        fields: {
          name: 'Ada',
          niches: [],
          email: 'a@b.example',
          platforms: [{ platform: 'x', handle: 'ada', followers: 5 }],
        },
      },
    ]);
  });

  test("line numbers match an editor's, also after multi-line cells and empty lines", () => {
    const text = `${HEADER},notes\r\nA,a@b.example,x:a:1,"one\r\ntwo"\r\n\r\nB,b@b.example,x:b:1,\r\n`;
    expect(readCsv(text).rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  test('an unreadable line is reported with its number', () => {
    expect(listProblems(`${HEADER},rateCard\nA,a@b.example,x:a,\nB,b@b.example,x:b:1,{broken\n`)).toEqual([
      'line 2: platforms must have the form platform:handle:followers, not "x:a"',
      'line 3: rateCard must be JSON, such as [{"platform":"instagram","format":"post","price":120}]',
    ]);
    expect(listProblems(`${HEADER}\nA,"a@b.example,x:a:1\n`)[0]).toStartWith(
      'line 2: Quoted field unterminated',
    );
  });

  test('commas, semicolons and colons in handles survive a round trip', () => {
    const handle = 'a:b;c%3Bd,"e"';
    const accounts = [{ platform: 'x', handle, followers: 7 }];
    const written = writeCsv([
      {
        id: 'inf_1',
        businessId: 'biz_1',
        createdAt: '',
        suggestedPrices: [],
        name: '=cmd|calc',
        email: 'a@b.example',
        platforms: accounts,
        rateCard: [],
        niches: ['tea; coffee', '50 %'],
        country: null,
        engagementRate: 3.5,
        notes: '-5 degrees',
        status: 'contacted',
      },
    ]);
    expect(written.split('\r\n')[1]).toStartWith("'=cmd|calc,a@b.example,");
    expect(readCsv(written).rows[0]?.fields).toEqual({
      name: '=cmd|calc',
      email: 'a@b.example',
      platforms: accounts,
      niches: ['tea; coffee', '50 %'],
      engagementRate: 3.5,
      notes: '-5 degrees',
      status: 'contacted',
    });
  });
});

describe('perkmint influencers', () => {
  let ctx: Setup;
  let cli: ReturnType<typeof createRunner>;
  beforeEach(async () => {
    ctx = await setup();
    cli = createRunner(ctx);
  });
  afterEach(() => ctx.close());

  const list = async (as: string): Promise<Json> =>
    (await ctx.call('GET', '/influencers', undefined, { as })).data;
  const load = (stdin: string, businessId = ctx.business.businessId) =>
    cli(`influencers import - --business ${businessId} --json`, { stdin });

  test('a file exported by one business can be imported by another without changes', async () => {
    const full = newInfluencer('full', {
      name: '+1 star',
      rateCard: [
        { platform: 'instagram', format: 'post', price: 99.5, currency: 'EUR', includes: ['a link'] },
      ],
      niches: ['tea', 'coffee'],
      country: 'DE',
      engagementRate: 4.25,
      notes: 'two\nlines',
    });
    for (const body of [full, newInfluencer('plain')])
      await ctx.call('POST', '/influencers', body, { as: ctx.business.token });
    const { out } = await cli(`influencers export --business ${ctx.business.businessId}`);
    expect(out).toContain("'+1 star");
    const { code, json } = await load(out, ctx.otherBusiness.businessId);
    expect([code, json]).toEqual([0, { imported: 2, ignoredColumns: [] }]);
    const bare = ({ items }: Json) =>
      items
        .map(({ id, businessId, createdAt, ...rest }: Json) => rest)
        .toSorted((a: Json, b: Json) => (a.email < b.email ? -1 : 1));
    expect(bare(await list(ctx.otherBusiness.token))).toEqual(bare(await list(ctx.business.token)));
  });

  test('a file with invalid lines imports nothing and reports each of them', async () => {
    await ctx.call('POST', '/influencers', newInfluencer('known'), { as: ctx.business.token });
    const text = [
      HEADER,
      'Good,good@b.example,instagram:good:5',
      'Bad,unknown,instagram:bad:5',
      'Known,known@stars.example,instagram:other:5',
      'Twice,twice@b.example,instagram:GOOD:9',
      'Many,many@b.example,instagram:many:lots',
      'Odd,odd@b.example,instagram',
      'Nul\0l,nul@b.example,instagram:nul:5',
    ].join('\n');
    const { code, err } = await load(text);
    expect(code).toBe(2);
    const { error } = JSON.parse(err);
    expect(error.message).toStartWith(
      'Nothing was imported\n- line 3: email must be an email address such as ada@shop.example, without accents before the @\n- line 4: An influencer',
    );
    expect(error.details.map((each: Json) => each.field)).toEqual([
      'line 3',
      'line 4',
      'line 5',
      'line 6',
      'line 7',
      'line 8',
    ]);
    expect((await list(ctx.business.token)).pagination.total).toBe(1);
  });

  test('an unknown business exits with code 4 and a missing file with code 2', async () => {
    expect((await load(HEADER, 'biz_none')).code).toBe(4);
    expect((await cli('influencers export --business biz_none')).code).toBe(4);
    const missing = await cli(`influencers import /nowhere.csv --business ${ctx.business.businessId}`);
    expect(missing.code).toBe(2);
  });

  test('a file that a spreadsheet saved in Windows-1252 is read as such, and a cut one is refused', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'perkmint-csv-')), 'people.csv');
    const row = (...name: number[]) =>
      Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from(name), Buffer.from(',j@b.example,x:j:1\n')]);
    const importFile = () => cli(`influencers import ${file} --business ${ctx.business.businessId}`);
    writeFileSync(file, row(0x4a, 0x6f, 0x73, 0xe9));
    expect((await importFile()).code).toBe(0);
    expect((await list(ctx.business.token)).items[0].name).toBe('José');
    writeFileSync(file, Buffer.concat([row(0xc3, 0xa9), Buffer.from([0xc3])]));
    expect(await importFile()).toMatchObject({
      code: 2,
      err: expect.stringContaining('in the middle of a character'),
    });
  });

  test('unknown columns are reported', async () => {
    const text = `${HEADER},shoe size\nA,a@b.example,x:a:1,38\n`;
    const { out, err } = await cli(`influencers import - --business ${ctx.business.businessId}`, {
      stdin: text,
    });
    expect([out, err]).toEqual(['1 influencer imported\n', 'Ignored columns: shoe size\n']);
  });
});
