/** A file, and words in the names of its tests; all of them without words. */
type Tests = readonly [file: string, words?: string];

const KB = 'services/kb-service/src';
const FORUM = 'services/forum-service/src';

/** Tests that are not run where a service is several instances, by reason. */
export const INSIDE_ONE_INSTANCE: Readonly<Record<string, readonly Tests[]>> = {
  'They count the statements of one instance, or look at what it caches.': [
    [`${KB}/http/json-api/caching.test.ts`, 'is reused without a statement'],
    [`${KB}/http/json-api/caching.test.ts`, 'is made once for concurrent requests'],
    [`${KB}/http/json-api/document.test.ts`, 'documents cost'],
    [`${KB}/http/json-api/document.test.ts`, 'without content_html do not read it'],
    [`${KB}/http/reading/large-documents.test.ts`, 'are read together'],
    [`${KB}/http/reading/related.test.ts`, 'take one statement'],
    [`${KB}/readers/insights.test.ts`, 'takes no statement'],
    [`${KB}/pages/guide/guide-page.test.ts`, 'without statements for repeated reads'],
    [`${KB}/pages/home/home-page.test.ts`, 'takes one statement otherwise'],
    [`${KB}/pages/list/list-pages.test.ts`, 'none when cached'],
    [`${FORUM}/posts/posting.test.ts`, 'is the only statement'],
    [`${FORUM}/posts/dialog-rows.test.ts`, 'the indexes of lists'],
    [`${FORUM}/http/cached-responses.test.ts`, 'is sent again without a statement'],
    [`${FORUM}/http/cached-responses.test.ts`, 'is built once for concurrent requests'],
    [`${FORUM}/http/cached-responses.test.ts`, 'is sent with content coding'],
    [`${FORUM}/http/endpoints/dialogs.test.ts`, 'are read together as they are alone'],
    [`${FORUM}/http/endpoints/dialogs.test.ts`, 'takes one statement'],
    [`${FORUM}/pages/home/home-page.test.ts`, 'is rebuilt when the forum has changed'],
  ],
  'Each instance counts by itself: reads that are limited, and what one visitor reads, searches or found helpful.':
    [
      [`${KB}/http/read-limits.test.ts`, 'limits read limits answer 429'],
      [`${KB}/http/read-limits.test.ts`, 'count HEAD and 304 responses'],
      [`${KB}/http/read-limits.test.ts`, 'in the order of checks'],
      [`${KB}/http/read-limits.test.ts`, 'S13 count the sender'],
      [`${KB}/readers/insights.test.ts`, 'is one for the pages of a result'],
      [`${KB}/pages/page-routes.test.ts`, 'the read limit'],
      [`${FORUM}/knowledge-base/offered-guides.test.ts`, 'is counted by day'],
      [`${FORUM}/knowledge-base/offered-guides.test.ts`, 'is listed by a command'],
      [`${FORUM}/knowledge-base/offered-guides.test.ts`, 'is forgotten after 25 months'],
      [`${FORUM}/http/cached-responses.test.ts`, 'is not used when reads are limited'],
      [`${FORUM}/http/post-limits.test.ts`, 'limited per instance'],
      [`${FORUM}/counts/insights.test.ts`, 'is counted on pages and over the API'],
      [`${FORUM}/pages/dialog/dialog-page.test.ts`, 'are counted once per client'],
      [`${FORUM}/counts/views.test.ts`, 'counts a view in every format'],
      [`${FORUM}/counts/views.test.ts`, 'counts a view for each client'],
      [`${FORUM}/counts/views.test.ts`, 'trusts the claimed client address'],
    ],
  'Each instance logs and measures for itself.': [
    [`${FORUM}/http/cached-responses.test.ts`, 'is logged occasionally'],
    [`${KB}/http/read-limits.test.ts`, 'which is logged'],
    [`${KB}/http/read-limits.test.ts`, 'is logged once'],
  ],
  'The balancer refuses what is longer than its buffer.': [
    [`${KB}/tests/security-cases.test.ts`, '50,000 parameters'],
  ],
  'They look into the directory of files.': [
    [`${FORUM}/http/files/file-routes.test.ts`, 'S25 while the file directory is unavailable'],
  ],
  'Their databases are on a server of their own, which the pooler and the replica do not know.': [
    [`${KB}/tenants/moves.test.ts`],
    [`${FORUM}/tenants/moves.test.ts`],
  ],
};
