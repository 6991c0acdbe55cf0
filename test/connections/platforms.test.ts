import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { OAUTH_PLATFORMS } from '../../db/enums.ts';
import { PROVIDERS } from '../../src/connections/provider-table.ts';
import type { Json } from '../campaigns/fixture.ts';
import {
  appSettings,
  beginConsent,
  createConnection,
  type FakePlatform,
  type Scene,
  setup,
  startFakePlatform,
} from './fixture.ts';

let fake: FakePlatform;
let ctx: Scene;
beforeEach(() => {
  fake = startFakePlatform();
});
afterEach(async () => {
  await ctx.close();
  fake.stop();
});

const paths = (platform: string) => {
  const { profileUrl } = PROVIDERS[platform as keyof typeof PROVIDERS];
  const { pathname, search } = new URL(profileUrl);
  return { profile: pathname + search };
};

async function open(platform: string) {
  ctx = await setup(appSettings(platform, fake.url, paths(platform)));
}

/** The responses of each token and profile endpoint as the platform documents them. */
const SPOKEN: Record<
  string,
  { token: object; profile: object; shown: object; also?: Record<string, object> }
> = {
  instagram: {
    token: { data: [{ access_token: 'short', user_id: 178, permissions: 'instagram_business_basic' }] },
    also: { '/access_token': { access_token: 'long', token_type: 'bearer', expires_in: 5_183_944 } },
    profile: { user_id: '178', username: 'blue.cup', name: 'Blue Cup', followers_count: 812 },
    shown: { handle: 'blue.cup', followers: 812, accountId: '178' },
  },
  facebook: {
    token: { access_token: 'short', token_type: 'bearer', expires_in: 5_000 },
    also: {
      '/v21.0/oauth/access_token': { access_token: 'long', token_type: 'bearer', expires_in: 5_183_000 },
    },
    profile: { id: '99', name: 'Blue Cup' },
    shown: { handle: null, displayName: 'Blue Cup', followers: null, accountId: '99' },
  },
  google: {
    token: {
      access_token: 'a',
      refresh_token: 'r',
      token_type: 'Bearer',
      expires_in: 3_599,
      id_token: 'not.looked.at',
      scope: 'openid https://www.googleapis.com/auth/userinfo.profile',
    },
    profile: { sub: '10769150350006150715113082367', name: 'Jane Doe' },
    shown: { handle: null, displayName: 'Jane Doe', accountId: '10769150350006150715113082367' },
  },
  youtube: {
    token: { access_token: 'a', token_type: 'Bearer', expires_in: 3_599 },
    profile: {
      items: [
        { id: 'UC1', snippet: { title: 'Cup', customUrl: '@cup' }, statistics: { subscriberCount: '1230' } },
      ],
    },
    shown: { handle: 'cup', followers: 1_230, accountId: 'UC1' },
  },
  tiktok: {
    token: {
      access_token: 'act.1',
      refresh_token: 'rft.1',
      token_type: 'Bearer',
      expires_in: 86_400,
      open_id: 'o1',
      scope: 'user.info.basic,user.info.profile,user.info.stats',
    },
    profile: {
      data: { user: { open_id: 'o1', username: 'bluecup', display_name: 'Blue Cup', follower_count: 77 } },
      error: { code: 'ok' },
    },
    shown: { handle: 'bluecup', followers: 77, accountId: 'o1' },
  },
  x: {
    token: { access_token: 'a', token_type: 'bearer', expires_in: 7_200, scope: 'users.read tweet.read' },
    profile: { data: { id: '1', username: 'BlueCup', name: 'B', public_metrics: { followers_count: 5 } } },
    shown: { handle: 'BlueCup', followers: 5, accountId: '1' },
  },
  linkedin: {
    token: {
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 5_184_000,
      scope: 'openid,profile',
      id_token: 'x',
    },
    profile: { sub: '782bbtaQ', name: 'John Doe' },
    shown: { handle: null, displayName: 'John Doe', accountId: '782bbtaQ' },
  },
  reddit: {
    token: {
      access_token: 'a',
      refresh_token: 'r',
      token_type: 'bearer',
      expires_in: 86_400,
      scope: 'identity',
    },
    profile: { id: 't2x', name: 'blue_cup', subreddit: { subscribers: 12 } },
    shown: { handle: 'blue_cup', followers: 12, accountId: 't2x' },
  },
  pinterest: {
    token: { access_token: 'pina_1', refresh_token: 'pinr_1', token_type: 'bearer', expires_in: 2_592_000 },
    profile: { id: '7', username: 'bluecup', business_name: 'Blue Cup', follower_count: 31 },
    shown: { handle: 'bluecup', followers: 31, accountId: '7' },
  },
  twitch: {
    token: {
      access_token: 'a',
      refresh_token: 'r',
      token_type: 'bearer',
      expires_in: 14_124,
      scope: ['user:read'],
    },
    also: { '/helix/channels/followers': { total: 8, data: [] } },
    profile: { data: [{ id: '141981764', login: 'bluecup', display_name: 'BlueCup' }] },
    shown: { handle: 'bluecup', followers: 8, accountId: '141981764' },
  },
  discord: {
    token: {
      access_token: 'a',
      refresh_token: 'r',
      token_type: 'Bearer',
      expires_in: 604_800,
      scope: 'identify',
    },
    profile: { id: '80351110224678912', username: 'nelly', global_name: 'Nelly' },
    shown: { handle: 'nelly', displayName: 'Nelly', followers: null },
  },
};

function speak(platform: string): void {
  const spoken = SPOKEN[platform];
  if (!spoken) throw new Error(`${platform} does not speak`);
  fake.respondTo('/token', () => spoken.token);
  for (const [path, response] of Object.entries(spoken.also ?? {})) fake.respondTo(path, () => response);
  fake.respondTo(new URL(paths(platform).profile, fake.url).pathname, () => spoken.profile);
}

describe('platform', () => {
  test.each([...OAUTH_PLATFORMS])('%s responses are parsed correctly', async platform => {
    speak(platform);
    await open(platform);
    expect(await createConnection(ctx, platform)).toMatchObject({
      status: 'connected',
      ...SPOKEN[platform]?.shown,
    });
  });

  test('all endpoints use https', () => {
    for (const { authorizeUrl, tokenUrl, profileUrl, revokeUrl } of Object.values(PROVIDERS)) {
      for (const url of [authorizeUrl, tokenUrl, profileUrl, revokeUrl ?? tokenUrl]) {
        expect(url).toStartWith('https://');
      }
    }
  });
});

describe('developer terms', () => {
  test.each([
    ['x', ['x-developer-policy-2026']],
    ['pinterest', ['pinterest-developer-2026']],
    ['reddit', ['reddit-developer-2026']],
    ['youtube', []],
    ['twitch', []],
  ])('a connection to %s warns of the sources %j', async (platform, sources) => {
    speak(platform);
    await open(platform);
    const { warnings } = await createConnection(ctx, platform);
    expect(warnings.map((warning: Json) => [warning.code, warning.source.id])).toEqual(
      sources.map(source => ['developerTerms', source]),
    );
  });
});

describe('platform-specific behavior', () => {
  test('TikTok uses client_key and comma-separated scopes', async () => {
    speak('tiktok');
    await open('tiktok');
    const url = new URL((await beginConsent(ctx, 'tiktok')).authorizationUrl);
    expect(url.searchParams.get('client_key')).toBe('app-id');
    expect(url.searchParams.has('client_id')).toBe(false);
    expect(url.searchParams.get('scope')).toBe('user.info.basic,user.info.profile,user.info.stats');
    await createConnection(ctx, 'tiktok');
    const { form, headers } = fake.requestsTo('/token')[0] as FakePlatform['requests'][0];
    expect([form.get('client_key'), form.get('client_secret')]).toEqual(['app-id', 'app-secret']);
    expect(headers.get('authorization')).toBeNull();
  });

  test('TikTok returns errors with status 200', async () => {
    await open('tiktok');
    fake.respondTo('/token', () => ({ error: 'invalid_grant', error_description: 'x', log_id: '1' }));
    const { state } = await beginConsent(ctx, 'tiktok');
    const response = await ctx.call('GET', `/oauth/tiktok?code=c&state=${state}`, undefined, {
      as: ctx.business.token,
    });
    expect([response.status, response.error.message]).toEqual([
      502,
      'tiktok rejected the request (invalid_grant)',
    ]);
  });

  test('TikTok users can decline required scopes, which returns 403', async () => {
    await open('tiktok');
    fake.respondTo('/token', () => ({ ...SPOKEN.tiktok?.token, scope: 'user.info.basic' }));
    const { state } = await beginConsent(ctx, 'tiktok');
    const response = await ctx.call('GET', `/oauth/tiktok?code=c&state=${state}`, undefined, {
      as: ctx.business.token,
    });
    expect([response.status, response.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('Instagram exchanges the short-lived token for a long-lived one with the secret', async () => {
    speak('instagram');
    await open('instagram');
    await createConnection(ctx, 'instagram');
    expect(Object.fromEntries(fake.requestsTo('/access_token')[0]?.query ?? [])).toEqual({
      grant_type: 'ig_exchange_token',
      client_secret: 'app-secret',
      access_token: 'short',
    });
    expect(fake.requestsTo('/me')[0]?.headers.get('authorization')).toBe('Bearer long');
  });

  test('Facebook exchanges the token with client id and secret', async () => {
    speak('facebook');
    await open('facebook');
    await createConnection(ctx, 'facebook');
    expect(Object.fromEntries(fake.requestsTo('/v21.0/oauth/access_token')[0]?.query ?? [])).toEqual({
      grant_type: 'fb_exchange_token',
      client_id: 'app-id',
      client_secret: 'app-secret',
      fb_exchange_token: 'short',
    });
  });

  test('Reddit requires a User-Agent, and a duration for refresh tokens', async () => {
    speak('reddit');
    await open('reddit');
    const { authorizationUrl } = await beginConsent(ctx, 'reddit');
    expect(new URL(authorizationUrl).searchParams.get('duration')).toBe('permanent');
    await createConnection(ctx, 'reddit');
    for (const { headers } of fake.requests) expect(headers.get('user-agent')).toMatch(/^web:perkmint:v\d/);
    expect(fake.requestsTo('/token')[0]?.headers.get('authorization')).toBe(
      `Basic ${btoa('app-id:app-secret')}`,
    );
  });

  test('Google returns a refresh token only with offline access and consent', async () => {
    await open('google');
    const { searchParams } = new URL((await beginConsent(ctx, 'google')).authorizationUrl);
    expect([searchParams.get('access_type'), searchParams.get('prompt')]).toEqual(['offline', 'consent']);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('Twitch requires Client-Id in addition to the token, and has a separate follower endpoint', async () => {
    speak('twitch');
    await open('twitch');
    await createConnection(ctx, 'twitch');
    const [{ headers, query }] = fake.requestsTo('/helix/channels/followers') as [
      FakePlatform['requests'][0],
    ];
    expect([headers.get('client-id'), query.get('broadcaster_id')]).toEqual(['app-id', '141981764']);
  });

  test('YouTube channels can hide their subscriber count', async () => {
    speak('youtube');
    const statistics = { subscriberCount: '0', hiddenSubscriberCount: true };
    fake.respondTo('/youtube/v3/channels', () => ({ items: [{ id: 'UC1', snippet: {}, statistics }] }));
    await open('youtube');
    expect((await createConnection(ctx, 'youtube')).followers).toBeNull();
  });
});

test.each([
  ['U+0000', 'a\u0000b'],
  ['more characters than any name has', 'x'.repeat(201)],
])('text with %s in a profile counts as absent', async (_, text) => {
  await open('facebook');
  const profile = PROVIDERS.facebook.profileOf({ id: text, name: text });
  expect(profile).toMatchObject({ accountId: '', displayName: null });
});
