/** A file, and words in the names of its tests; all of them without words. */
type Tests = readonly [file: string, words?: string];

const KB = 'services/kb-service/src';

/** Tests that are not run where a service is several instances, by reason. */
export const INSIDE_ONE_INSTANCE: Readonly<Record<string, readonly Tests[]>> = {
  'They count the statements of one instance, or look at what it caches.': [
    [`${KB}/http/json-api/caching.test.ts`, 'is reused without a statement'],
    [`${KB}/http/json-api/caching.test.ts`, 'is made once for concurrent requests'],
    [`${KB}/http/json-api/document.test.ts`, 'documents cost'],
    [`${KB}/http/json-api/document.test.ts`, 'without content_html do not read it'],
    [`${KB}/http/reading/large-documents.test.ts`, 'are read together'],
    [`${KB}/http/reading/related.test.ts`, 'take one statement'],
    [`${KB}/insights/insights.test.ts`, 'takes no statement'],
    [`${KB}/pages/guide/guide-page.test.ts`, 'without statements for repeated reads'],
    [`${KB}/pages/home/home-page.test.ts`, 'takes one statement otherwise'],
    [`${KB}/pages/list/list-pages.test.ts`, 'none when cached'],
  ],
  'Each instance counts by itself: reads that are limited, and searches and views of one visitor.': [
    [`${KB}/http/read-limits.test.ts`, 'limits read limits answer 429'],
    [`${KB}/http/read-limits.test.ts`, 'count HEAD and 304 responses'],
    [`${KB}/http/read-limits.test.ts`, 'in the order of checks'],
    [`${KB}/http/read-limits.test.ts`, 'S13 count the sender'],
    [`${KB}/insights/insights.test.ts`, 'is one for the pages of a result'],
    [`${KB}/pages/page-routes.test.ts`, 'the read limit'],
  ],
  'Each instance logs it once.': [
    [`${KB}/http/read-limits.test.ts`, 'which is logged'],
    [`${KB}/http/read-limits.test.ts`, 'is logged once'],
  ],
  'They rename tables, of which the replica hears a moment later.': [
    [`${KB}/access/access.test.ts`, 'by Authorization a 500'],
    [`${KB}/http/json-api/caching.test.ts`, 'are valid for internal errors'],
    [`${KB}/http/read-limits.test.ts`, '500 internal'],
  ],
};
