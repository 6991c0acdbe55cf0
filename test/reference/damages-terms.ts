import type { ReferenceData } from '../../src/library/seed-model.ts';
import { action, type Damage } from './damages.ts';

/** Damages to developer terms, public checks and the days of sources. */
export const TERMS_DAMAGES: Damage[] = [
  {
    damage: 'a public check of an action that has no public link',
    change: data => {
      action(data, 'instagram-story-mention').publicCheck = 'person';
    },
    problem: "actions/instagram-story-mention/publicCheck: can't be person if verifiability is manual",
  },
  {
    damage: 'a public check that the terms of the platform rule out',
    change: data => {
      action(data, 'x-post-mention').publicCheck = 'program';
    },
    problem: 'actions/x-post-mention/publicCheck: program is ruled out by the terms of x',
  },
  {
    damage: 'a program that reads posts that may only be displayed',
    change: data => {
      data.platformTerms.platforms.tiktok!.use = 'display';
    },
    problem: 'actions/tiktok-video-visit/publicCheck: program is ruled out by the terms of tiktok',
  },
  {
    damage: 'a public check without its source',
    change: data => {
      action(data, 'youtube-short').publicCheckSources = [];
    },
    problem: 'actions/youtube-short/publicCheckSources: must be the sources of the terms of youtube',
  },
  {
    damage: 'developer terms with an unknown source',
    change: data => {
      data.platformTerms.platforms.reddit!.sources = ['no-such-source'];
    },
    problem: 'platformTerms/reddit/sources: source no-such-source does not exist',
  },
  {
    damage: 'a source without the day of its last check',
    change: data => {
      delete (data.sources[0] as Partial<ReferenceData['sources'][number]>).checkedAt;
    },
    problem: 'sources/wordstream-google-2026/checkedAt: Expected required property',
  },
];
