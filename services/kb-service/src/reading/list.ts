import {
  type Page,
  pageCount,
  pageLinks,
  parsePage,
  type Query,
  rejectUnknown,
  shorten,
} from '@guidepost/http';
import { MOST_BYTES } from '../json-api/inclusions.ts';
import type { ListedRows } from '../json-api/listing.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Order } from '../json-api/sort.ts';
import { noSuch, type Parent, relatedPath } from './parent.ts';
import { collectionPath, type Reader } from './reader.ts';
import type { Call } from './routes.ts';
import { parseSelection, type Selection } from './selection.ts';

const PARAMETERS = ['include', 'fields[]', 'sort', 'page[number]', 'page[size]'];

/** Room that a page leaves for the document around it, and for inclusions when there are any. */
const DOCUMENT_BYTES = 10_000;
const INCLUSION_BYTES = 1_000_000;

/** From here on a page is made in turn with others of its size. */
const LARGE_BYTES = 1_000_000;

export interface ListRequest {
  page: Page;
  order: Order | undefined;
  attributes: ReadonlySet<string>;
  mostBytes: number;
}

export interface ResourceList {
  type: ResourceType;
  /** The resource whose relationship this is; without one it is all that the knowledge base has. */
  parent?: Parent | undefined;
  /** Names of parameters that this list has besides those of all lists. */
  parameters?: readonly string[];
  /** Those of them that apply to this request: links to other pages carry them on. */
  applied?: readonly (readonly [string, string])[];
  parseOrder: (value: string | undefined) => Order | undefined;
  /** Null when there is no such parent. */
  list: (request: ListRequest) => Promise<ListedRows | null>;
}

/**
 * Answers a request for a list: the page that was asked for, or as much of it as a document can hold. A page of more
 * than a megabyte is read again, whole, when it has its turn.
 * @throws AppError `invalid` for its parameters, and only then `not-found` for its parent; `unavailable` when its turn
 * does not come
 */
export async function readList(reader: Reader, call: Call, options: ResourceList): Promise<string> {
  const { type, parent, parameters = [], parseOrder, list } = options;
  const { query } = call;
  rejectUnknown(query, [...PARAMETERS, ...parameters]);
  const selection = parseSelection(type, query);
  const attributes = selection.attributesOf(type);
  const order = parseOrder(query.first('sort'));
  const page = parsePage(query);
  const read = async (mostBytes: number) => {
    const listed = await list({ page, order, attributes, mostBytes });
    if (!listed) throw noSuch(parent?.type ?? type);
    return listed;
  };
  const represent = (listed: ListedRows) => representPage(reader, call, { options, selection, page, listed });
  const beginning = await read(LARGE_BYTES);
  if (beginning.fitting === beginning.rows.length) return represent(beginning);
  const mostBytes = MOST_BYTES - DOCUMENT_BYTES - (selection.compound ? INCLUSION_BYTES : 0);
  return reader.takeTurn(async () => represent(await read(mostBytes)));
}

interface ListedPage {
  options: ResourceList;
  selection: Selection;
  /** As it was asked for. */
  page: Page;
  listed: ListedRows;
}

function representPage(
  reader: Reader,
  { query, knowledgeBase }: Call,
  { options: { type, parent, applied = [] }, selection, page: asked, listed }: ListedPage,
): Promise<string> {
  const page = listed.fitting < listed.rows.length ? shorten(asked, listed.fitting) : asked;
  const { host } = knowledgeBase;
  const path = parent ? relatedPath(reader.mount, host, parent) : collectionPath(reader.mount, host, type);
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
