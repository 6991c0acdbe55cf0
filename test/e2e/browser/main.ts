/**
 * Tests the pages in Chromium: `bun test/e2e/browser/main.ts [--only <text in the title>] [binary]`. Screenshots go to
 * /tmp/perkmint-shots or BROWSER_SHOTS. `--figures` prints sizes and times instead.
 * `--pictures` compares the pages with their pictures; `--renew-pictures` takes the pictures again, after a wanted change
 * of the look. Both are left out otherwise, because fonts differ between machines.
 */
import { parseArgs } from 'node:util';
import { counterFigureScenes } from './counter-figures.ts';
import { figureScenes } from './figures.ts';
import { campaignScenes } from './pages-campaign.ts';
import { campaignListScenes } from './pages-campaigns.ts';
import { codeScenes } from './pages-codes.ts';
import { commonScenes } from './pages-common.ts';
import { connectionScenes } from './pages-connections.ts';
import { counterScenes } from './pages-counter.ts';
import { customerScenes } from './pages-customer.ts';
import { customerPerkScenes } from './pages-customer-perks.ts';
import { everyPageScenes } from './pages-every.ts';
import { guideScenes } from './pages-guides.ts';
import { keyboardScenes } from './pages-keyboard.ts';
import { languageScenes } from './pages-languages.ts';
import { limitScenes } from './pages-limits.ts';
import { marketScenes } from './pages-market.ts';
import { notificationScenes } from './pages-notifications.ts';
import { offlineScenes } from './pages-offline.ts';
import { overviewScenes } from './pages-overview.ts';
import { placeScenes } from './pages-places.ts';
import { programScenes } from './pages-programs.ts';
import { publicScenes } from './pages-public.ts';

import { reviewQueueScenes } from './pages-review-queue.ts';
import { reviewUndoScenes } from './pages-review-undo.ts';
import { reviewScenes } from './pages-reviews.ts';
import { signScenes } from './pages-sign.ts';
import { storyScenes } from './pages-story.ts';
import { teamScenes } from './pages-team.ts';
import { playTracks } from './support.ts';
import { createVisualScenes } from './visual.ts';

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    figures: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    'renew-pictures': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
/**
 * Tracks of about the same length, played at the same time. Scenes of one track share a server, and some depend on the
 * scenes before them.
 */
const TRACKS = [
  [
    ...storyScenes,
    ...everyPageScenes,
    ...keyboardScenes,
    ...commonScenes,
    ...codeScenes,
    ...campaignListScenes,
    ...campaignScenes,
    ...signScenes,
    ...overviewScenes,
    ...languageScenes,
  ],
  [
    ...reviewScenes,
    ...reviewQueueScenes,
    ...reviewUndoScenes,
    ...counterScenes,
    ...notificationScenes,
    // Runs before other scenes list perks, because it starts with an empty market.
    ...marketScenes,
    ...customerScenes,
    ...publicScenes,
    ...customerPerkScenes,
    ...connectionScenes,
    ...programScenes,
    ...teamScenes,
    ...placeScenes,
    ...guideScenes,
    ...offlineScenes,
  ],
  // Waits for windows of rate limits most of the time.
  limitScenes,
];
const isVisual = values.pictures || values['renew-pictures'];
const chosen = values.figures
  ? [[...figureScenes, ...counterFigureScenes]]
  : isVisual
    ? [createVisualScenes(values['renew-pictures'])]
    : TRACKS;
const tracks = chosen
  .map(scenes => scenes.filter(([name]) => name.includes(values.only)))
  .filter(scenes => scenes.length > 0);
process.exit((await playTracks(tracks, positionals[0])) > 0 ? 1 : 0);
