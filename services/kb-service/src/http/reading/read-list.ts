import { LARGE_BYTES } from '@guidepost/http';
import type { ListedRows, Page } from '../../model/listing.ts';
import { pageOf, shorten } from '../json-api/page.ts';
import { type Parameters, pageLinks } from '../json-api/page-links.ts';
import { collectionPath } from '../json-api/resource-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Answer, Call } from './endpoint.ts';
import { languageHeaders, languageMeta } from './languages.ts';
import { effectiveParameters, parseSelection, type Selection, showsContent } from './parameters.ts';
import { noSuchResource, type Parent, relatedPath } from './parent.ts';
import { documentOf, type Found, type Reader } from './reader.ts';

const DOCUMENT_BYTES = 10_000;
const INCLUSION_BYTES = 1_000_000;

export interface ListRequest {
  page: Page;
  sort: readonly string[];
  withContent: boolean;
  /** Whether the content is expected in memory. */
  contentKnown: boolean;
  mostBytes: number;
  linked: Selection['linked'];
}

export interface ResourceList {
  type: ResourceType;
  /** The parent of a relationship; undefined for all resources of the knowledge base. */
  parent?: Parent | undefined;
  /** Effective parameters of the endpoint, which links to other pages keep. */
  applied?: Parameters;
  /** Null if the parent does not exist. */
  list: (request: ListRequest) => Promise<ListedRows | null>;
}

/** The document of a page, with the number of all resources of the list. */
export interface ReadPage extends Answer {
  total: number;
}

/**
 * Answers with a page of a list, or with as much of it as fits into a document. Documents over 1 MB wait for a
 * slot.
 * @throws AppError `invalid` for `include` or a page out of range, then `not-found` for the parent; `unavailable`
 * if no slot is free in time
 */
export async function readList(reader: Reader, call: Call, options: ResourceList): Promise<ReadPage> {
  const { type, parent, list } = options;
  const { parameters } = call;
  const selection = parseSelection(type, parameters);
  const withContent = showsContent(selection, type);
  const sort = parameters.list('sort') ?? [];
  const page = pageOf(parameters);
  const inclusionBytes = selection.compound ? INCLUSION_BYTES : 0;
  const make = async (mostBytes: number, contentKnown: boolean) => {
    const isLarge = mostBytes > LARGE_BYTES;
    const bytes = isLarge ? mostBytes - DOCUMENT_BYTES - inclusionBytes : mostBytes;
    const { linked } = selection;
    const listed = await list({ page, sort, withContent, contentKnown, mostBytes: bytes, linked });
    if (!listed) throw noSuchResource(parent?.type ?? type);
    if (!isLarge && listed.isCut) return { tooMuch: type };
    const found = foundPage(reader, call, { options, selection, page, listed });
    const represented = await reader.represent(found, mostBytes);
    return { total: listed.total, ...represented, ...languageHeaders(call, listed.rows) };
  };
  return documentOf<ReadPage>(reader, call, async (mostBytes) => {
    const made = await make(mostBytes, withContent && reader.expectsContent(call, selection));
    return 'unread' in made ? make(mostBytes, false) : made;
  });
}

interface ListedPage {
  options: ResourceList;
  selection: Selection;
  page: Page;
  listed: ListedRows;
}

function foundPage(
  reader: Reader,
  call: Call,
  { options: { type, parent, applied = [] }, selection, page: requested, listed }: ListedPage,
): Found {
  const page = listed.isCut ? shorten(requested, listed.rows.length) : requested;
  const { knowledgeBase, language, writer } = call;
  const { main_host: host } = knowledgeBase;
  const path = parent ? relatedPath(reader.mount, host, parent) : collectionPath(reader.mount, host, type);
  return {
    knowledgeBase,
    language,
    forWriter: writer !== undefined,
    type,
    rows: listed.rows.slice(0, page.size),
    selection,
    page: {
      pageLinks: pageLinks({
        path,
        parameters: [...effectiveParameters(type, call), ...applied],
        page,
        total: listed.upTo ?? listed.total,
      }),
      meta: {
        total: listed.total,
        pages: Math.ceil(listed.total / page.size),
        ...(page !== requested && { page_size: page.size }),
        ...(listed.correctedQuery !== undefined && { corrected_query: listed.correctedQuery }),
        ...(listed.partial && { partial: true }),
        ...languageMeta(call),
      },
    },
  };
}
