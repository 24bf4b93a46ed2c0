import type { Parameter } from '@guidepost/http';
import { createAnalyzer } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { readFoldedTags } from '../../model/tag.ts';
import { DIALOG_ORDERS } from '../../posts/dialog-rows.ts';
import { createRowHighlighter, searchDialogs } from '../../search/search-dialogs.ts';
import type { Answered, Read, ReadEndpoint, ReadSlice, Routes } from '../endpoint.ts';
import { longListOf } from '../list-of.ts';
import { INCLUDE, listParameters, orderOf, sliceOf, sortParameter, wantsArchived } from '../parameters.ts';
import { dialogRecord } from '../records.ts';

type Searching = Pick<Context, 'database' | 'dialogSearch'>;

type Counting = Pick<Context, 'searchCounts'>;

/** In code points; the rest is ignored. */
const LONGEST_QUERY = 500;

const TAGS: Parameter = {
  name: 'tags',
  description: 'With a key: only dialogs with any of these comma-separated tags.',
  schema: { type: 'string' },
  example: 'urgent,billing',
};

const { default: _, ...sortSchema } = sortParameter(DIALOG_ORDERS).schema;
const SORT: Parameter = {
  ...sortParameter(DIALOG_ORDERS),
  description: `${sortParameter(DIALOG_ORDERS).description} The default is relevance.`,
  schema: sortSchema,
};

const SEARCH: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Dialogs about a question or search terms, by title, text and comments, most relevant first',
  description: `Any telling word finds, in any form; dialogs with all words come first, and words in quotation marks must
stand as they are. The last word is also a prefix, and a word that no dialog has counts as its nearest spelling. Only the first ${LONGEST_QUERY} characters and 50 words of a query count. Matches in \`text\` are wrapped
in \`<span class="highlighted">\`.`,
  parameters: listParameters([SORT, INCLUDE, TAGS]),
  answer: { record: 'Dialog', list: 'slice' },
  uncached: true,
};

export function searchRoutes(context: Searching & Counting): Routes {
  const get: ReadEndpoint = {
    ...SEARCH,
    handle: (read) => search(context, read),
    onAnswered: (answered) => countSearch(context, answered),
  };
  return { '/search/:slug/:query': { get } };
}

/** Further slices are the same search, and programs that write are none of the readers. */
function countSearch({ searchCounts }: Counting, { read, total, request, address }: Answered): void {
  const { forum, parameters, accessKey } = read;
  if (sliceOf(parameters).start > 0 || accessKey?.scope === 'write') return;
  // Tags may leave out what is there.
  const inVain = total === 0 && parameters.text('tags') === undefined;
  searchCounts.countSearch({ tenantId: forum.id, query: queryOf(read), inVain, address }, request);
}

async function search({ database, dialogSearch }: Searching, read: Read): Promise<ReadSlice> {
  const { forum, parameters } = read;
  const request = {
    ...sliceOf(parameters),
    forum,
    query: createAnalyzer(forum.language).query(queryOf(read)),
    order: parameters.text('sort') === undefined ? undefined : orderOf(DIALOG_ORDERS, read),
    tags: tagsOf(read),
    includeArchived: wantsArchived(read),
  };
  const readFound = await searchDialogs({ database, search: dialogSearch }, request);
  return async (mostBytes) => {
    const found = await readFound(mostBytes);
    const mark = createRowHighlighter({ ...found, language: forum.language, query: request.query });
    return longListOf(found, (row) => dialogRecord(mark(row), read));
  };
}

function queryOf({ path: { query = '' } }: Pick<Read, 'path'>): string {
  if (query.includes('\0')) throw new AppError('not-found', 'A query must not contain this character.');
  return Array.from(query).slice(0, LONGEST_QUERY).join('');
}

/** @throws AppError `unauthorized` without a key, since tags can be private */
function tagsOf({ parameters, accessKeyId }: Pick<Read, 'parameters' | 'accessKeyId'>): string[] | undefined {
  const tags = parameters.text('tags');
  if (tags === undefined) return undefined;
  if (accessKeyId === undefined)
    throw new AppError('unauthorized', 'Searching by tags requires an access key.');
  const folded = readFoldedTags(tags);
  return folded.length > 0 ? folded : undefined;
}
