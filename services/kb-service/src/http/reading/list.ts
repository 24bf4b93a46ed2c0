import { LARGE_BYTES, pageCount, type WrittenBody } from '@guidepost/http';
import type { ListedRows, Page } from '../../model/listing.ts';
import { pageOf, shorten } from '../json-api/page.ts';
import { type Parameters, pageLinks } from '../json-api/page-links.ts';
import { collectionPath } from '../json-api/resource-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Call } from './endpoint.ts';
import { effectiveParameters, parseSelection, type Selection, showsContent } from './parameters.ts';
import { noSuch, type Parent, relatedPath } from './parent.ts';
import { documentOf, type Found, type Reader } from './reader.ts';

/** Room that a page leaves for the document around it, and for inclusions when there are any. */
const DOCUMENT_BYTES = 10_000;
const INCLUSION_BYTES = 1_000_000;

export interface ListRequest {
  page: Page;
  /** The terms of `sort`; none where it is not sent. */
  sort: readonly string[];
  /** Whether content is shown; else it need not be read. */
  withContent: boolean;
  mostBytes: number;
}

export interface ResourceList {
  type: ResourceType;
  /** The resource whose relationship this is; without one it is all that the knowledge base has. */
  parent?: Parent | undefined;
  /** The parameters besides those of all lists that apply to this request: links to other pages carry them on. */
  applied?: Parameters;
  /** Null when there is no such parent. */
  list: (request: ListRequest) => Promise<ListedRows | null>;
}

/**
 * Answers a request for a list: the page that was asked for, or as much of it as a document can hold. One that turns out
 * larger than a megabyte is dropped, and made again when it has its turn.
 *
 * @throws AppError `invalid` for an `include` that leads nowhere or brings too much, or a page too far behind the end, and
 * only then `not-found` for its parent; `unavailable` when its turn does not come
 */
export async function readList(reader: Reader, call: Call, options: ResourceList): Promise<WrittenBody> {
  const { type, parent, list } = options;
  const { parameters } = call;
  const selection = parseSelection(type, parameters);
  const withContent = showsContent(selection, type);
  const sort = parameters.list('sort') ?? [];
  const page = pageOf(parameters);
  const read = async (mostBytes: number) => {
    const listed = await list({ page, sort, withContent, mostBytes });
    if (!listed) throw noSuch(parent?.type ?? type);
    return listed;
  };
  const inclusionBytes = selection.compound ? INCLUSION_BYTES : 0;
  return documentOf(reader, call, async (mostBytes) => {
    const isLarge = mostBytes > LARGE_BYTES;
    const listed = await read(isLarge ? mostBytes - DOCUMENT_BYTES - inclusionBytes : mostBytes);
    if (!isLarge && listed.fitting < listed.rows.length) return { tooMuch: type };
    return reader.represent(foundPage(reader, call, { options, selection, page, listed }), mostBytes);
  });
}

interface ListedPage {
  options: ResourceList;
  selection: Selection;
  /** As it was asked for. */
  page: Page;
  listed: ListedRows;
}

function foundPage(
  reader: Reader,
  { parameters, knowledgeBase }: Call,
  { options: { type, parent, applied = [] }, selection, page: asked, listed }: ListedPage,
): Found {
  const page = listed.fitting < listed.rows.length ? shorten(asked, listed.fitting) : asked;
  const { host } = knowledgeBase;
  const path = parent ? relatedPath(reader.mount, host, parent) : collectionPath(reader.mount, host, type);
  return {
    knowledgeBase,
    type,
    rows: listed.rows.slice(0, page.size),
    selection,
    page: {
      pageLinks: pageLinks({
        path,
        parameters: [...effectiveParameters(type, parameters), ...applied],
        page,
        total: listed.upTo ?? listed.total,
      }),
      meta: {
        total: listed.total,
        pages: pageCount(listed.total, page.size),
        ...(page !== asked && { page_size: page.size }),
      },
    },
  };
}
