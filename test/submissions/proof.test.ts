import { describe, expect, test } from 'bun:test';
import { formatUrl } from '../../src/platform/formats.ts';
import { isOnPlatform, normalizeProofUrl } from '../../src/submissions/rules/proof-url.ts';
import { HOSTILE_URLS } from '../support/hostile.ts';

const SAME: [string, string, string][] = [
  ['host case', 'https://Instagram.COM/p/Abc', 'https://instagram.com/p/Abc'],
  ['www', 'https://www.instagram.com/p/Abc', 'https://instagram.com/p/Abc'],
  ['m', 'https://m.facebook.com/story/1', 'https://facebook.com/story/1'],
  ['mobile', 'https://mobile.x.com/a/status/1', 'https://x.com/a/status/1'],
  ['http', 'http://instagram.com/p/Abc', 'https://instagram.com/p/Abc'],
  ['a trailing slash', 'https://instagram.com/p/Abc/', 'https://instagram.com/p/Abc'],
  ['a fragment', 'https://instagram.com/p/Abc#comments', 'https://instagram.com/p/Abc'],
  [
    'percent-encoding',
    'https://a.example/x[1]|2%zz?q[]=%',
    'https://a.example/x%5B1%5d%7C2%25zz?q%5B%5D=%25',
  ],
  ['the default port', 'https://instagram.com:443/p/Abc', 'https://instagram.com/p/Abc'],
  ['utm parameters', 'https://a.example/x?utm_source=q&utm_campaign=z', 'https://a.example/x'],
  ['fbclid', 'https://a.example/x?fbclid=1', 'https://a.example/x'],
  ['gclid', 'https://a.example/x?gclid=1', 'https://a.example/x'],
  ['ttclid', 'https://a.example/x?ttclid=1', 'https://a.example/x'],
  ['UTM in capitals', 'https://a.example/x?UTM_Source=1', 'https://a.example/x'],
  ['igsh', 'https://instagram.com/p/Abc/?igsh=MzRl', 'https://instagram.com/p/Abc'],
  ['igshid', 'https://instagram.com/p/Abc/?igshid=MzRl', 'https://instagram.com/p/Abc'],
  ['si', 'https://youtube.com/watch?v=ID&si=abc', 'https://youtube.com/watch?v=ID'],
  ['si of youtu.be', 'https://youtu.be/ID?si=abc', 'https://youtu.be/ID'],
  ['feature', 'https://youtube.com/watch?v=ID&feature=share', 'https://youtube.com/watch?v=ID'],
  ['the tracking of a share on X', 'https://x.com/a/status/1?s=20&t=abc', 'https://x.com/a/status/1'],
  ['mibextid', 'https://facebook.com/a/posts/1?mibextid=x', 'https://facebook.com/a/posts/1'],
  ['the order of parameters', 'https://a.example/x?a=1&b=2', 'https://a.example/x?b=2&a=1'],
  ['youtu.be', 'https://youtu.be/ID', 'https://www.youtube.com/watch?v=ID'],
  ['youtu.be with a time', 'https://youtu.be/ID?t=42', 'https://www.youtube.com/watch?v=ID'],
  ['shorts', 'https://youtube.com/shorts/ID', 'https://youtube.com/watch?v=ID'],
  ['redd.it', 'https://redd.it/abc', 'https://www.reddit.com/r/cups/comments/abc/my_title/'],
  ['old.reddit.com', 'https://old.reddit.com/r/cups/comments/abc/t', 'https://redd.it/abc'],
  ['instagr.am', 'https://instagr.am/p/Abc', 'https://instagram.com/p/Abc'],
  ['twitter.com', 'https://twitter.com/a/status/1', 'https://x.com/a/status/1'],
  ['fb.com', 'https://fb.com/a/posts/1', 'https://facebook.com/a/posts/1'],
];

const DIFFERENT: [string, string, string][] = [
  ['path case', 'https://instagram.com/p/Abc', 'https://instagram.com/p/abc'],
  ['the video', 'https://youtube.com/watch?v=1', 'https://youtube.com/watch?v=2'],
  ['a parameter that is no tracking', 'https://a.example/x?id=1', 'https://a.example/x?id=2'],
  ['t on an unknown host', 'https://a.example/x?t=1', 'https://a.example/x?t=2'],
  ['ref on an unknown host', 'https://a.example/x?ref=1', 'https://a.example/x?ref=2'],
  ['the host', 'https://a.example/x', 'https://b.example/x'],
  ['a subdomain', 'https://shop.a.example/x', 'https://a.example/x'],
  ['the port', 'https://a.example:8080/x', 'https://a.example:9090/x'],
  ['a comment and its post', 'https://reddit.com/r/c/comments/a/t/c1', 'https://redd.it/a'],
  ['two subreddits', 'https://reddit.com/r/cups', 'https://reddit.com/r/mugs'],
];

describe('normalizeProofUrl() maps different spellings to the same proof:', () => {
  for (const [what, one, other] of SAME) {
    test(what, () => expect(normalizeProofUrl(one)).toBe(normalizeProofUrl(other)));
  }
});

test('any URL and its normalized form are the same proof', () => {
  for (const text of HOSTILE_URLS) {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    expect(normalizeProofUrl(formatUrl(url))).toBe(normalizeProofUrl(text));
  }
});

describe('normalizeProofUrl() keeps different proofs apart:', () => {
  for (const [what, one, other] of DIFFERENT) {
    test(what, () => expect(normalizeProofUrl(one)).not.toBe(normalizeProofUrl(other)));
  }
});

const ON: [string, string][] = [
  ['instagram', 'https://www.instagram.com/p/1'],
  ['facebook', 'https://fb.watch/1'],
  ['tiktok', 'https://vm.tiktok.com/1'],
  ['youtube', 'https://youtu.be/1'],
  ['google', 'https://maps.app.goo.gl/1'],
  ['google', 'https://www.google.co.uk/maps/1'],
  ['x', 'https://twitter.com/a'],
  ['twitter', 'https://x.com/a'],
  ['linkedin', 'https://de.linkedin.com/in/a'],
  ['pinterest', 'https://pinterest.fr/pin/1'],
  ['snapchat', 'https://snapchat.com/t/1'],
  ['whatsapp', 'https://wa.me/1'],
  ['reddit', 'https://old.reddit.com/r/a'],
  ['yelp', 'https://www.yelp.ca/biz/a'],
  ['tripadvisor', 'https://www.tripadvisor.de/x'],
  ['trustpilot', 'https://uk.trustpilot.com/reviews/1'],
  ['email', 'https://anything.example/'],
  ['mastodon', 'https://anything.example/'],
];
const OFF: [string, string][] = [
  ['instagram', 'https://tiktok.com/@a'],
  ['instagram', 'https://notinstagram.com/p/1'],
  ['instagram', 'https://instagram.com.evil.example/p/1'],
  ['instagram', 'https://evil.example/instagram.com/p/1'],
  ['instagram', 'https://user:instagram.com@evil.example/'],
  ['facebook', 'https://facebook.co/a'],
  ['x', 'https://notx.com/a'],
  ['google', 'https://google.evil.example/'],
];

describe('isOnPlatform() recognizes the URLs of a platform:', () => {
  for (const [platform, url] of ON)
    test(`${url} is on ${platform}`, () => expect(isOnPlatform(url, platform)).toBe(true));
  for (const [platform, url] of OFF)
    test(`${url} is not on ${platform}`, () => expect(isOnPlatform(url, platform)).toBe(false));
});
