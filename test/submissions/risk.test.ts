import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { isHashtagMissing } from '../../src/submissions/rules/risk.ts';
import { createLaunchedCampaign, createSubmission, MINUTE, type Setup, setup } from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';
import { upload } from '../uploads/files.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

const POST = 'https://instagram.com/p/one';

/** Returns the risk of a submission to a campaign with these terms. */
async function riskOf(terms: object, fields: object) {
  const { id } = await createLaunchedCampaign(ctx, { ...terms });
  return (await createSubmission(ctx, id, { ...fields })).risk;
}
const flagsOf = async (terms: object, fields: object) => (await riskOf(terms, fields)).flags;

describe('duplicateUrl', () => {
  for (const [what, url] of [
    ['the same address', POST],
    ['another spelling', 'http://WWW.instagram.com/p/one/?utm_source=a#x'],
  ]) {
    test(`flags ${what} by another person in the same campaign`, async () => {
      const { id } = await createLaunchedCampaign(ctx);
      await createSubmission(ctx, id, { proofUrl: POST });
      const { risk } = await createSubmission(ctx, id, {
        as: ctx.bob.token,
        proofUrl: url,
      });
      expect(risk.flags).toEqual(['duplicateUrl']);
      expect(risk.score).toBeGreaterThan(0);
    });
  }

  test('duplicateUrl does not flag another URL, nor the first of two submissions', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const first = await createSubmission(ctx, id, { proofUrl: POST });
    const second = await createSubmission(ctx, id, {
      as: ctx.bob.token,
      proofUrl: `${POST}2`,
    });
    expect([first.risk, second.risk]).toEqual([
      { score: 0, flags: [] },
      { score: 0, flags: [] },
    ]);
  });
});

describe('wrongPlatform', () => {
  test('flags a host that does not belong to the platform', async () => {
    expect(await flagsOf({}, { proofUrl: 'https://tiktok.com/@ada/video/1' })).toEqual(['wrongPlatform']);
  });
  test('wrongPlatform does not flag a host of the platform, nor an unknown platform', async () => {
    expect(await flagsOf({}, { proofUrl: 'https://www.instagram.com/p/1' })).toEqual([]);
    expect(await flagsOf({ platform: 'mastodon' }, { proofUrl: 'https://a.example/1' })).toEqual([]);
  });
  test('wrongPlatform does not flag a screenshot, which can be hosted anywhere', async () => {
    const fields = {
      proofUrl: 'https://pictures.example/1.png',
      proofType: 'screenshot',
    };
    expect(await flagsOf({}, fields)).toEqual([]);
  });
});

test.each([
  ['istanbul', '#İSTANBUL'],
  ['İstanbul', '#istanbul'],
  ['ısı', '#ISI'],
  ['straße', '#STRASSE'],
  ['STRASSE', 'Straße'],
  ['πσ', '#ΠΣ'],
  ['ΟΔΟΣ', '#οδος'],
  ['café', '#CAFE\u0301'],
  ['bluecup', '＃ＢｌｕｅＣｕｐ'],
  ['ﬁnale', '#FINALE'],
])('the hashtag %s is found in %s', (tag, notes) => {
  expect(isHashtagMissing([tag], notes)).toBe(false);
});

describe('missingHashtags', () => {
  const terms = {
    requirements: { hashtags: ['#BlueCup', 'ad', 'tasse-à-café'] },
  };
  const complete = 'So good! #bluecup #AD, #Tasse-à-café';

  test('flags notes without one of the hashtags, and missing notes', async () => {
    expect(await flagsOf(terms, { notes: '#bluecup #tasse-à-café' })).toEqual(['missingHashtags']);
    expect(await flagsOf(terms, {})).toEqual(['missingHashtags']);
  });
  test('missingHashtags does not count a hashtag inside a longer word', async () => {
    expect(await flagsOf(terms, { notes: '#bluecups #adventure #tasse-à-café' })).toEqual([
      'missingHashtags',
    ]);
  });
  test('ignores a required hashtag that is only #', async () => {
    expect(await flagsOf({ requirements: { hashtags: ['#'] } }, { notes: 'word' })).toEqual([]);
  });
  test('missingHashtags does not flag notes with all hashtags, regardless of case', async () => {
    expect(await flagsOf(terms, { notes: complete })).toEqual([]);
  });
});

describe('belowMinFollowers', () => {
  const terms = { requirements: { minFollowers: 100 } };
  test('flags fewer followers than required', async () => {
    expect(await flagsOf(terms, { followers: 99 })).toEqual(['belowMinFollowers']);
    expect(await flagsOf(terms, { followers: 0 })).toEqual(['belowMinFollowers']);
  });
  test('belowMinFollowers does not flag exactly the required followers, nor an unknown number', async () => {
    expect(await flagsOf(terms, { followers: 100 })).toEqual([]);
    expect(await flagsOf(terms, {})).toEqual([]);
  });
});

describe('burst', () => {
  const terms = { limits: { perUser: 100 } };

  test("flags a person's sixth submission within 10 minutes, not the fifth", async () => {
    const { id } = await createLaunchedCampaign(ctx, terms);
    const flags: string[][] = [];
    for (let n = 1; n <= 7; n += 1) flags.push((await createSubmission(ctx, id)).risk.flags);
    expect(flags).toEqual([[], [], [], [], [], ['burst'], ['burst']]);
  });

  test('counts submissions to all campaigns of the business', async () => {
    const two = [await createLaunchedCampaign(ctx, terms), await createLaunchedCampaign(ctx, terms)];
    for (let n = 0; n < 5; n += 1) await createSubmission(ctx, two[n % 2].id);
    expect((await createSubmission(ctx, two[0].id)).risk.flags).toEqual(['burst']);
  });

  test('burst does not count submissions to another business or by another person', async () => {
    const { id } = await createLaunchedCampaign(ctx, terms);
    const body = { ...CAMPAIGN, ...terms, launch: true };
    const { data: theirs } = await ctx.call('POST', '/campaigns', body, {
      as: ctx.otherBusiness.token,
    });
    for (let n = 0; n < 5; n += 1) await createSubmission(ctx, theirs.id);
    for (let n = 0; n < 5; n += 1) await createSubmission(ctx, id, { as: ctx.bob.token });
    expect((await createSubmission(ctx, id)).risk.flags).toEqual([]);
  });

  test('burst does not count submissions older than 10 minutes', async () => {
    const { id } = await createLaunchedCampaign(ctx, terms);
    for (let n = 0; n < 5; n += 1) await createSubmission(ctx, id);
    ctx.clock.advance(10 * MINUTE + 1);
    expect((await createSubmission(ctx, id)).risk.flags).toEqual([]);
  });
});

describe('selfSubmission', () => {
  test('flags a business that submits to its own campaign, by user or API key', async () => {
    const terms = { limits: { perUser: 9 } };
    expect(await flagsOf(terms, { as: ctx.business.token })).toEqual(['selfSubmission']);
    const own = { as: ctx.business.token, userId: ctx.business.userId };
    expect(await flagsOf(terms, own)).toEqual(['selfSubmission']);
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    const body = { campaignId, proofUrl: POST };
    const { data } = await ctx.call('POST', '/submissions', body, {
      as: { apiKey: key.key },
    });
    expect(data.risk.flags).toEqual(['selfSubmission']);
  });
  test('selfSubmission does not flag a customer specified by the business', async () => {
    expect(await flagsOf({}, { as: ctx.business.token, userId: 'c1' })).toEqual([]);
  });
});

describe('duplicateImage', () => {
  const send = async (campaignId: string, proofUrl: string, as: string) =>
    (
      await createSubmission(ctx, campaignId, {
        as,
        proofUrl,
        proofType: 'screenshot',
      })
    ).risk.flags;

  test('flags the same bytes uploaded by another person to the same business', async () => {
    const [one, two] = [await createLaunchedCampaign(ctx), await createLaunchedCampaign(ctx)];
    const mine = (await upload(ctx, 'png', ctx.ada.token)).data;
    const copied = (await upload(ctx, 'png', ctx.bob.token)).data;
    expect(copied.id).not.toBe(mine.id);
    expect(await send(one.id, mine.url, ctx.ada.token)).toEqual([]);
    expect(await send(two.id, copied.url, ctx.bob.token)).toEqual(['duplicateImage']);
  });

  test('duplicateImage does not flag other bytes', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const mine = (await upload(ctx, 'png', ctx.ada.token)).data;
    const other = (await upload(ctx, 'gif', ctx.bob.token)).data;
    await send(id, mine.url, ctx.ada.token);
    expect(await send(id, other.url, ctx.bob.token)).toEqual([]);
  });

  test('duplicateImage does not flag the same bytes uploaded to another business', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const body = { ...CAMPAIGN, launch: true };
    const { data: theirs } = await ctx.call('POST', '/campaigns', body, { as: ctx.otherBusiness.token });
    const [mine, copied] = [await upload(ctx, 'png', ctx.ada.token), await upload(ctx, 'png', ctx.bob.token)];
    expect(await send(theirs.id, mine.data.url, ctx.ada.token)).toEqual([]);
    expect(await send(id, copied.data.url, ctx.bob.token)).toEqual([]);
  });

  test('ignores the query of an upload URL', async () => {
    const [one, two] = [await createLaunchedCampaign(ctx), await createLaunchedCampaign(ctx)];
    const { url } = (await upload(ctx, 'png', ctx.ada.token)).data;
    await send(one.id, url, ctx.ada.token);
    expect(await send(two.id, `${url}?again=1#x`, ctx.ada.token)).toEqual(['duplicateImage']);
  });
});

test('several flags add up to a score of up to 100', async () => {
  const terms = {
    requirements: { hashtags: ['x'], minFollowers: 5 },
    limits: { perUser: 9 },
  };
  const { id } = await createLaunchedCampaign(ctx, terms);
  const proofUrl = 'https://tiktok.com/@a/1';
  await createSubmission(ctx, id, { proofUrl });
  const { risk } = await createSubmission(ctx, id, {
    as: ctx.business.token,
    proofUrl,
    followers: 1,
  });
  expect(risk.flags.toSorted()).toEqual(
    ['belowMinFollowers', 'duplicateUrl', 'missingHashtags', 'selfSubmission', 'wrongPlatform'].toSorted(),
  );
  expect(risk.score).toBe(100);
});
