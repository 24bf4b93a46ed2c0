import { type Page, pageCount, pageLinks, pageOf, type Query, shorten } from '@guidepost/http';
import { MOST_BYTES } from '../json-api/inclusions.ts';
import type { ListedRows } from '../json-api/listing.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Order, Sorting } from '../json-api/sort.ts';
import { collectionPath, type Reader } from './reader.ts';
import type { Call } from './routes.ts';
import { parseSelection } from './selection.ts';

/** Room that a page leaves for the document around it, and for inclusions when there are any. */
const DOCUMENT_BYTES = 10_000;
const INCLUSION_BYTES = 1_000_000;

export interface ListRequest {
  page: Page;
  order: Order | undefined;
  attributes: ReadonlySet<string>;
  mostBytes: number;
}

export interface ResourceList {
  type: ResourceType;
  sorting: Sorting;
  /** The parameters besides those of all lists that apply to this request: links to other pages carry them on. */
  applied?: readonly [string, string][];
  list: (request: ListRequest) => Promise<ListedRows>;
}

/**
 * Answers a request for a list: the page that was asked for, or as much of it as a document can hold.
 * @throws AppError `invalid` for an `include` that leads nowhere, or a page that is too far behind the end
 */
export async function readList(reader: Reader, call: Call, options: ResourceList): Promise<string> {
  const { type, sorting, applied = [], list } = options;
  const { query, parameters, knowledgeBase } = call;
  const selection = parseSelection(type, parameters);
  const order = sorting.parse(parameters.list('sort') ?? []);
  const asked = pageOf(parameters);
  const mostBytes = MOST_BYTES - DOCUMENT_BYTES - (selection.compound ? INCLUSION_BYTES : 0);
  const listed = await list({ page: asked, order, attributes: selection.attributesOf(type), mostBytes });
  const page = listed.fitting < listed.rows.length ? shorten(asked, listed.fitting) : asked;
  const path = collectionPath(reader.mount, knowledgeBase.host, type);
  return reader.represent({
    knowledgeBase,
    type,
    rows: listed.rows.slice(0, page.size),
    selection,
    page: {
      pageLinks: pageLinks({
        path,
        parameters: [...commonParameters(query), ...applied],
        page,
        total: listed.total,
      }),
      meta: {
        total: listed.total,
        pages: pageCount(listed.total, page.size),
        ...(page !== asked && { page_size: page.size }),
      },
    },
  });
}

/** What a link to another page carries on, in an order that does not depend on how it was sent. */
function commonParameters(query: Query): [string, string][] {
  const fields = [...query.family('fields')].map(([type, value]): [string, string] => [
    `fields[${type}]`,
    value,
  ]);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  const single = ['include', 'sort'].flatMap((name): [string, string][] => {
    const value = query.first(name);
    return value === undefined ? [] : [[name, value]];
  });
  return [...fields, ...single];
}
