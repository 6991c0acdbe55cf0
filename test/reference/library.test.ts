import { describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { loadReference } from '../../seed/load.ts';
import { createLibrary } from '../../src/library/library.ts';
import { ACTION_TYPES, Action, POLICIES } from '../../src/library/model.ts';

const { data } = loadReference();
const library = createLibrary(data);
const codes = (query: Parameters<typeof library.warningsFor>[0]) =>
  library.warningsFor(query).map(({ code }) => code);
const warning = (query: Parameters<typeof library.warningsFor>[0], code: string) =>
  library.warningsFor(query).find(each => each.code === code)!;

describe('actions', () => {
  test('the library has 107 actions in the API representation, each with all its sources', () => {
    expect(library.actions()).toHaveLength(107);
    for (const action of library.actions()) {
      expect([...Value.Errors(Action, action)]).toEqual([]);
      expect(library.sources(action.sources)).toHaveLength(action.sources.length);
    }
    expect(library.byId('instagram-reel')!.sources).toContain('klear-rates');
  });

  test('actions can be filtered by every field', () => {
    const found = library.actions({ platform: 'email', type: 'review', rewardable: true, effort: 2 });
    expect(found.map(({ id }) => id)).toEqual(['email-private-survey']);
    expect(library.actions({ platform: 'email' })).toHaveLength(7);
    expect(library.actions({ rewardable: true })).toHaveLength(57);
  });
});

describe('match', () => {
  const cases: { asked: [string, string, string?]; actions: string[]; policy: string | null }[] = [
    { asked: ['instagram', 'story'], actions: ['instagram-story-mention'], policy: 'disclose' },
    { asked: ['Instagram', 'Stories'], actions: ['instagram-story-mention'], policy: 'disclose' },
    { asked: ['instagram', 'story-mention'], actions: ['instagram-story-mention'], policy: 'disclose' },
    { asked: ['instagram', 'instagram-reel'], actions: ['instagram-reel'], policy: 'disclose' },
    { asked: ['facebook', 'check_in'], actions: ['facebook-check-in'], policy: 'disclose' },
    { asked: ['x', 'retweet'], actions: ['x-repost'], policy: 'forbidden' },
    { asked: ['tiktok', 'share'], actions: ['tiktok-share-video'], policy: 'forbidden' },
    {
      asked: ['email', 'review', 'email-private-survey'],
      actions: ['email-private-survey'],
      policy: 'allowed',
    },
    {
      asked: ['facebook', 'share', 'facebook-group-recommendation'],
      actions: ['facebook-group-recommendation'],
      policy: 'disclose',
    },
    {
      asked: ['instagram', 'like', 'instagram-reel'],
      actions: ['instagram-reel', 'instagram-like'],
      policy: 'forbidden',
    },
  ];
  for (const { asked, actions, policy } of cases) {
    const [platform, actionType, actionId] = asked;
    test(`"${asked.join(' ')}" matches ${actions.join(' and ')} with policy ${policy}`, () => {
      const match = library.match({ platform, actionType, actionId });
      expect(match).toMatchObject({ platformKnown: true, actionKnown: true, nearest: null, policy });
      expect(match.actions.map(({ id }) => id)).toEqual(actions);
    });
  }

  test('the strictest of several policies wins', () => {
    expect(library.match({ platform: 'facebook', actionType: 'share' })).toMatchObject({
      policy: 'forbidden',
    });
    expect(library.match({ platform: 'email', actionType: 'review' })).toMatchObject({ policy: 'disclose' });
    expect(library.match({ platform: 'google', actionType: 'engage' })).toMatchObject({
      policy: 'forbidden',
    });
    expect(library.match({ platform: 'instagram', actionType: 'tag' })).toMatchObject({
      policy: 'forbidden',
    });
  });

  test('an unknown platform has a closest match and no policy', () => {
    expect(library.match({ platform: 'instagramm', actionType: 'story' })).toMatchObject({
      platformKnown: false,
      ruledBy: null,
      nearest: { platform: 'instagram' },
      actions: [],
      policy: null,
    });
  });

  test('an alias of a platform is not a known name, but the rules of the platform apply', () => {
    expect(library.match({ platform: 'twitter', actionType: 'repost' })).toMatchObject({
      platformKnown: false,
      actionKnown: true,
      ruledBy: 'x',
      nearest: { platform: 'x' },
      policy: 'forbidden',
    });
  });

  test('an unknown action type has a closest match', () => {
    const match = library.match({ platform: 'google', actionType: 'reveiw' });
    expect(match).toMatchObject({
      actionKnown: false,
      nearest: { actionType: 'review' },
      actions: [],
      policy: null,
    });
  });

  test('a known action type without an action on the platform falls under the legal matrix', () => {
    expect(library.match({ platform: 'x', actionType: 'like' })).toMatchObject({
      actionKnown: false,
      actions: [],
      policy: 'forbidden',
    });
    expect(library.match({ platform: 'trustpilot', actionType: 'content' }).policy).toBe('forbidden');
    expect(library.match({ platform: 'google', actionType: 'referral' }).policy).toBe('disclose');
  });

  test('names of built-in object properties are treated like any other text', () => {
    for (const word of ['constructor', '__proto__', 'toString', '', '---']) {
      expect(library.match({ platform: word, actionType: word })).toMatchObject({
        platformKnown: false,
        actions: [],
      });
      expect(library.match({ platform: 'x', actionType: word }).actionKnown).toBe(false);
    }
  });

  test('every type, slug and alias resolves to actions of its platform only', () => {
    for (const platform of Object.keys(data.legal.platforms)) {
      for (const type of ACTION_TYPES) {
        const own = library.actions({ platform, type });
        if (own.length > 0) expect(library.match({ platform, actionType: type }).actions).toEqual(own);
      }
    }
    for (const action of data.actions) {
      const { platform, id } = action;
      expect(
        library.match({ platform, actionType: id.slice(platform.length + 1) }).actions.map(each => each.id),
      ).toContain(id);
    }
    for (const [alias, { actions }] of Object.entries(data.aliases.actionTypes)) {
      for (const [platform, ids] of Object.entries(actions)) {
        const match = library.match({ platform, actionType: alias });
        expect(match).toMatchObject({ actionKnown: true, nearest: null });
        // A slug goes before an alias of the same name, and is then one of the actions that the alias names.
        expect(ids).toEqual(expect.arrayContaining(match.actions.map(each => each.id)));
      }
    }
  });

  test('every cell of the legal matrix has the strictest policy of its actions', () => {
    for (const [platform, { matrix }] of Object.entries(data.legal.platforms)) {
      for (const type of ACTION_TYPES) {
        expect(library.match({ platform, actionType: type }).policy).toBe(matrix[type].status);
        const policies = library.actions({ platform, type }).map(action => action.policy);
        if (policies.length > 0)
          expect(POLICIES.findLast(each => policies.includes(each))!).toBe(matrix[type].status);
      }
    }
  });
});

describe('warningsFor', () => {
  test('a Google review is forbidden, with the rule, its source and an alternative', () => {
    const warnings = library.warningsFor({ platform: 'google', actionType: 'review' });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      code: 'policyForbidden',
      message: expect.stringContaining('Google removes content given for pay, discounts or free goods'),
      source: {
        id: 'google-maps-contrib',
        title: expect.any(String),
        publisher: expect.any(String),
        year: 2026,
      },
      alternative: { actionId: 'email-private-survey', platform: 'email', policy: 'allowed' },
    });
    expect(Object.keys(warnings[0]!.source!)).toEqual([
      'id',
      'title',
      'publisher',
      'year',
      'url',
      'checkedAt',
      'staleAfter',
    ]);
  });

  test("an Instagram story requires a disclosure, citing the platform's rule before the law", () => {
    const [first, ...rest] = library.warningsFor({ platform: 'instagram', actionType: 'story' });
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ code: 'policyDisclose', source: { id: 'meta-ig-standards-2026' } });
    expect(first!.message).toContain('#ad - Your business gives me a discount for this post.');
  });

  test('an allowed action has no warnings', () => {
    expect(codes({ platform: 'email', actionType: 'newsletter' })).toEqual([]);
  });

  test('every forbidden action has an alternative that can be rewarded', () => {
    for (const { platform, id } of library.actions().filter(action => action.policy === 'forbidden')) {
      const found = warning({ platform, actionType: id }, 'policyForbidden');
      expect(found.source).not.toBeNull();
      expect(library.byId(found.alternative!.actionId)!.rewardable).toBe(true);
    }
  });

  test('the warning of a disabled action contains the reason', () => {
    expect(codes({ platform: 'whatsapp', actionType: 'refer-friend' })).toEqual([
      'policyDisclose',
      'actionSwitchedOff',
    ]);
    const found = warning({ platform: 'google', actionType: 'save' }, 'actionSwitchedOff');
    expect(found.message).toContain('does not speak of private lists');
    expect(found.alternative!.actionId).toBe('email-newsletter-signup');
  });

  test('the warning of a broad action type lists the actions that can be rewarded', () => {
    expect(warning({ platform: 'facebook', actionType: 'share' }, 'policyForbidden').message).toContain(
      'facebook-group-recommendation',
    );
  });

  test('warnings about unknown names contain the closest match', () => {
    const platform = warning({ platform: 'instagramm', actionType: 'story' }, 'unknownPlatform');
    expect(platform).toMatchObject({ source: null, message: expect.stringContaining('"instagram"') });
    const action = warning({ platform: 'instagram', actionType: 'storry' }, 'unknownActionType');
    expect(action).toMatchObject({ source: null, message: expect.stringContaining('"story"') });
  });

  test('the warning about a known platform outside the library includes a summary of its rules', () => {
    const found = warning({ platform: 'Amazon', actionType: 'review' }, 'unknownPlatform');
    expect(found).toMatchObject({
      source: { id: 'amazon-reviews' },
      message: expect.stringContaining('No reward'),
    });
  });

  test('hashtags other than disclosure tags cause a warning on Instagram and Facebook only', () => {
    const hashtags = ['#Ad', 'sponsored', '#Paid_Partnership', '#gifted', '#mycafe', 'summer'];
    for (const platform of ['instagram', 'facebook', 'insta']) {
      const found = warning({ platform, actionType: 'post', hashtags }, 'hashtagsTraded');
      expect(found.message).toContain('(#mycafe, #summer)');
      expect(found.source!.id).toStartWith('meta-');
    }
    expect(codes({ platform: 'tiktok', actionType: 'video', hashtags })).toEqual(['policyDisclose']);
    expect(codes({ platform: 'instagram', actionType: 'post', hashtags: ['#ad'] })).toEqual([
      'policyDisclose',
    ]);
    const own = { hashtags: ['#Reklama'], disclosureTags: ['reklama'] };
    expect(codes({ platform: 'instagram', actionType: 'post', ...own })).toEqual(['policyDisclose']);
  });
});

describe('texts', () => {
  test('the disclosure text matches platform, type and jurisdiction', () => {
    expect(library.disclosureText({ platform: 'instagram' })).toMatchObject({
      noticeId: 'post-discount',
      jurisdiction: 'us',
      rule: { id: 'us-ftc-255-disclosure' },
    });
    expect(library.disclosureText({ platform: 'youtube', jurisdiction: 'uk' })).toMatchObject({
      noticeId: 'video-spoken',
      rule: { id: 'uk-dmcc-reviews' },
    });
    expect(library.disclosureText({ platform: 'linkedin', jurisdiction: 'eu' })).toMatchObject({
      noticeId: 'linkedin',
      rule: { id: 'eu-ucpd-11' },
    });
    expect(library.disclosureText({ platform: 'tiktok', type: 'referral' }).noticeId).toBe('referral-link');
    expect(library.disclosureText({ platform: 'email', type: 'review' }).noticeId).toBe('testimonial');
    expect(library.disclosureText({ platform: 'mastodon' })).toMatchObject({
      noticeId: 'post-discount',
      platformNote: null,
    });
  });

  test('a review request text exists only for platforms that allow asking', () => {
    expect(library.reviewRequestText('google').text).toContain('Every honest opinion helps');
    expect(library.reviewRequestText('yelp')).toMatchObject({ text: null, isAskingForbidden: true });
    expect(library.reviewRequestText('pinterest')).toMatchObject({ text: null, isAskingForbidden: false });
  });
});
