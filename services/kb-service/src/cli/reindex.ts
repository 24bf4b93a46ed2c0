import { createReindex } from '@guidepost/command-line';
import { guideFeed } from '../search/guide-feed.ts';
import { queueGuides } from '../search/queue-guides.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

/** `kb reindex` */
export const addReindex = createReindex({
  ...SEARCH_OPTIONS,
  nouns: { one: 'guide', many: 'guides' },
  scope: 'of one knowledge base or of all',
  queue: queueGuides,
  feed: guideFeed,
});
