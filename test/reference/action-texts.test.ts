import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import seed from '../../seed/actions.json' with { type: 'json' };
import { loadActionTexts, toTask } from '../../src/library/action-texts.ts';
import english from '../../src/library/messages/en.json' with { type: 'json' };
import { LOCALES, type Locale } from '../../src/platform/locales.ts';
import type { Json } from '../campaigns/fixture.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const OTHERS = LOCALES.filter(locale => locale !== 'en');
/** Its "business" is a client of the shop, which is not the one that the task is for. */
const CLIENT = 'Introduce a business client';

describe('the texts of the action library', () => {
  const sources = [...new Set(seed.flatMap(({ name, description }) => [name, description]))];

  test.each(OTHERS)('are all there in %s, and no others', async locale => {
    const { texts } = (await import(`../../src/library/messages/${locale}.json`)).default;
    expect(Object.keys(texts).sort()).toEqual(sources.toSorted());
    for (const [source, text] of Object.entries(texts) as [string, string][])
      expect([source, text.endsWith('.')]).toEqual([source, source.endsWith('.')]);
  });

  test('name the shop in every task whose name speaks of the business', () => {
    const names = [...new Set(seed.map(({ name }) => name))];
    const withBusiness = names.filter(name => /\bbusiness\b/.test(name) && name !== CLIENT);
    expect(Object.keys(english.tasks).sort()).toEqual(withBusiness.sort());
    for (const name of names)
      expect([name, toTask(name).split('{shop}').length - 1]).toEqual([
        name,
        withBusiness.includes(name) ? 1 : 0,
      ]);
  });

  test('stay as they are where the data of the installation has others', async () => {
    const own = { name: 'Sing our song', task: 'Sing our song', description: 'At the counter.' };
    for (const locale of LOCALES) expect((await loadActionTexts(locale))(own)).toEqual(own);
  });
});

describe('a language of the API', () => {
  const STORY = 'instagram-story-mention';
  let ctx: TestApp;
  let slug: string;
  let shop: string;
  beforeAll(async () => {
    ctx = await createTestApp();
    const owner = await createBusiness(ctx);
    const body = { ...CAMPAIGN, platform: 'instagram', actionId: STORY, launch: true };
    slug = (await ctx.call('POST', '/campaigns', body, { as: owner.token })).data.slug;
    shop = (await ctx.call('GET', '/business', undefined, { as: owner.token })).data.slug;
  });
  afterAll(() => ctx.close());

  const read = async (path: string, locale?: Locale) =>
    (await ctx.call('GET', `${path}${locale ? `?locale=${locale}` : ''}`)).data;
  const inGerman = {
    id: STORY,
    name: 'Den Shop in einer Story erwähnen',
    task: '{shop} in einer Story erwähnen',
    description: 'Eine Story, die den Besuch oder das Produkt zeigt und das Konto des Shops erwähnt.',
  };
  const inEnglish = {
    id: STORY,
    name: 'Mention the business in a Story',
    task: 'Mention {shop} in your Story',
    description: 'A Story showing the visit or product that mentions the business account.',
  };

  test('is that of actions in the library, on a page of a campaign and of a shop', async () => {
    const actions = {
      '/actions': ({ items }: Json) => items[0],
      [`/links/${slug}`]: ({ campaign }: Json) => campaign.action,
      [`/shops/${shop}`]: ({ offers }: Json) => offers[0].action,
    };
    for (const [path, find] of Object.entries(actions)) {
      expect([path, find(await read(path, 'de'))]).toMatchObject([path, inGerman]);
      expect([path, find(await read(path))]).toMatchObject([path, inEnglish]);
      expect([path, find(await read(path, 'en'))]).toMatchObject([path, inEnglish]);
    }
  });

  test('changes nothing but the texts', async () => {
    const { items, ...rest } = await read('/actions');
    const arabic = await read('/actions', 'ar');
    expect(arabic).toEqual({
      ...rest,
      items: items.map((item: Json, index: number) => ({
        ...item,
        name: arabic.items[index].name,
        task: arabic.items[index].task,
        description: arabic.items[index].description,
      })),
    });
    for (const [index, { name, description }] of items.entries())
      expect([arabic.items[index].name, arabic.items[index].description]).not.toContainAnyValues([
        name,
        description,
      ]);
  });

  test('is one of the ten', async () => {
    for (const path of ['/actions', `/links/${slug}`, `/shops/${shop}`])
      expect(expectInvalidFields(await ctx.call('GET', `${path}?locale=xx`))).toEqual(['locale']);
  });
});
