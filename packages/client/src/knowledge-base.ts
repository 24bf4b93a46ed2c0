import createClient from 'openapi-fetch';
import type { paths } from './generated/knowledge-base.ts';
import { createList, type List } from './list.ts';
import {
  type Attributes,
  type IncludePath,
  type Resource,
  type ResourceType,
  resolveResources,
} from './resources.ts';
import {
  authorization,
  type ClientOptions,
  createTransport,
  type RequestOptions,
  segment,
} from './transport.ts';

const MEDIA_TYPE = 'application/vnd.api+json';

const LISTS = {
  guide: '/jsonapi/knowledge/v1/{host}/guides',
  knowledge_base_category: '/jsonapi/knowledge/v1/{host}/categories',
  tag: '/jsonapi/knowledge/v1/{host}/tags',
} as const satisfies Record<string, keyof paths>;

export interface KnowledgeBaseOptions extends ClientOptions {
  /** The host of the knowledge base, if the service runs under another name. */
  host?: string | undefined;
  /** The language of texts, by BCP 47; where a translation is missing, a nearer or the main language stands in. */
  language?: string | undefined;
}

/** Options of every read of a resource. */
export interface ResourceOptions<Path, Field> extends RequestOptions {
  /** Related resources to have in their places: `['categories', 'tags.guides']`. */
  include?: readonly Path[] | undefined;
  /** The attributes to have, such as `['title', 'slug']` of guides without their text; all by default. */
  fields?: readonly Field[] | undefined;
  /** Instead of the client's. */
  language?: string | undefined;
}

type ListedType = keyof typeof LISTS;

type Order<Type extends ListedType> = NonNullable<
  NonNullable<paths[(typeof LISTS)[Type]]['get']['parameters']['query']>['sort']
>[number];

export interface ListOptions<Sort extends string> {
  /** One or several, with `-` for descending. */
  sort?: Sort | readonly Sort[] | undefined;
  /** Resources in an answer, 1 to 1,000. */
  pageSize?: number | undefined;
}

export interface GuideFilters {
  /** Guides in this category, in its order: its slug or id. The service takes one filter: this or `tag`. */
  category?: string | undefined;
  /** Guides with this tag: its slug or id. */
  tag?: string | undefined;
  /** A search, the best first. */
  q?: string | undefined;
}

type ReadList<Type extends ListedType, Filters = object> = <
  const Path extends IncludePath<Type> = never,
  const Field extends keyof Attributes<Type> = keyof Attributes<Type>,
>(
  options?: ResourceOptions<Path, Field> & ListOptions<Order<Type>> & Filters,
) => List<Resource<Type, Path, Field>>;

type ReadOne<Type extends ResourceType, Names extends unknown[]> = <
  const Path extends IncludePath<Type> = never,
  const Field extends keyof Attributes<Type> = keyof Attributes<Type>,
>(
  ...named: [...Names, options?: ResourceOptions<Path, Field>]
) => Promise<Resource<Type, Path, Field>>;

export interface Vote {
  upvotes: number;
  downvotes: number;
  /** Null if it was not counted, since the address has had its five voters. */
  vote: 'up' | 'down' | null;
}

export interface VoteOptions extends RequestOptions {
  /** Who votes, named by a server with an access key. */
  visitor?: { address: string; userAgent: string } | undefined;
}

/** Reads one knowledge base, and votes. */
export interface KnowledgeBaseClient {
  knowledgeBase: ReadOne<'knowledge_base', []>;
  guides: ReadList<'guide', GuideFilters>;
  /** A guide by its slug, or by its id as a number; a former slug leads to it. */
  guide: ReadOne<'guide', [guide: string | number]>;
  categories: ReadList<'knowledge_base_category'>;
  category: ReadOne<'knowledge_base_category', [id: string | number]>;
  tags: ReadList<'tag'>;
  tag: ReadOne<'tag', [id: string | number]>;
  /** The opposite vote replaces an earlier one. @param guide its slug or id */
  vote(guide: string | number, direction: 'up' | 'down', options?: VoteOptions): Promise<Vote>;
}

type AnyOptions = ResourceOptions<string, string> & ListOptions<string> & GuideFilters;

/** Where the next part of a list begins. */
type PagePlace = Readonly<Record<string, string>>;

/** A client of the knowledge base at an address. Throws a TypeError if that is no address. */
export function createKnowledgeBaseClient(options: KnowledgeBaseOptions): KnowledgeBaseClient {
  const { url, key, host = new URL(url).host, language } = options;
  const api = createClient<paths>({
    baseUrl: url,
    fetch: createTransport(options),
    headers: { Accept: MEDIA_TYPE, ...authorization(key) },
    querySerializer: { array: { style: 'form', explode: false } },
  });

  /** An answer to a GET: the paths have the same shape, which their types do not tell. */
  async function read(path: keyof paths, named: object, { signal }: RequestOptions, query: object) {
    const params = { path: { host, ...named }, query };
    const { data } = await api.GET(path as (typeof LISTS)['guide'], { params, ...(signal && { signal }) });
    if (!data) throw new TypeError('The answer has no document.');
    return data;
  }

  const list =
    (type: ListedType) =>
    (asked: AnyOptions = {}): List<never> =>
      createList(async (place?: PagePlace) => {
        const query = { language, ...listQuery(type, asked), ...place };
        const document = await read(LISTS[type], {}, asked, query);
        const { total, partial = false, corrected_query: correctedQuery } = document.meta;
        const items = resolveResources(document) as never[];
        const page = { items, total, partial, ...(correctedQuery !== undefined && { correctedQuery }) };
        return { page, next: document.links.next === undefined ? undefined : placeOf(document.links.next) };
      });

  const one =
    (type: ResourceType, path: keyof paths) =>
    async (id: string | number, asked: AnyOptions = {}): Promise<never> => {
      const named = { [path.endsWith('{slug}') ? 'slug' : 'id']: segment(id) };
      const query = { language, ...resourceQuery(type, asked) };
      return resolveResources(await read(path, named, asked, query))[0] as never;
    };

  const guideById = one('guide', '/jsonapi/knowledge/v1/{host}/guides/{id}');
  const guideBySlug = one('guide', '/jsonapi/knowledge/v1/{host}/guides/slug/{slug}');
  return {
    async knowledgeBase(asked: AnyOptions = {}) {
      const { language: _, ...query } = resourceQuery('knowledge_base', asked);
      return resolveResources(await read('/jsonapi/knowledge/v1/{host}', {}, asked, query))[0] as never;
    },
    guides: list('guide'),
    guide: (guide, asked) => (typeof guide === 'number' ? guideById : guideBySlug)(guide, asked),
    categories: list('knowledge_base_category'),
    category: one('knowledge_base_category', '/jsonapi/knowledge/v1/{host}/categories/{id}'),
    tags: list('tag'),
    tag: one('tag', '/jsonapi/knowledge/v1/{host}/tags/{id}'),
    async vote(guide, direction, { visitor, signal } = {}) {
      const { data } = await api.POST(`/jsonapi/knowledge/v1/{host}/guides/{guide}/${direction}vote`, {
        params: { path: { host, guide: segment(guide) } },
        headers: visitor ? { 'X-Forwarded-For': visitor.address, 'User-Agent': visitor.userAgent } : {},
        ...(signal && { signal }),
      });
      if (!data) throw new TypeError('The answer has no document.');
      return data.meta;
    },
  };
}

function resourceQuery(type: ResourceType, { include = [], fields, language }: AnyOptions) {
  // `fields` selects relationships, too.
  const relationships = include.map((path) => path.split('.', 1)[0] ?? path);
  return {
    ...(language !== undefined && { language }),
    ...(include.length > 0 && { include: [...include] }),
    ...(fields && { [`fields[${type}]`]: [...fields, ...relationships] }),
  } as Record<string, unknown>;
}

function listQuery(type: ListedType, { sort, pageSize, category, tag, q, ...asked }: AnyOptions) {
  return {
    ...resourceQuery(type, asked),
    sort: [sort ?? []].flat().join() || undefined,
    'page[size]': pageSize,
    'filter[category]': category,
    'filter[tag]': tag,
    q,
  };
}

/** The parameters of the next page, which may be shorter than asked for. */
function placeOf(link: string): PagePlace {
  const parameters = new URL(link, 'http://guidepost.invalid').searchParams;
  return Object.fromEntries([...parameters].filter(([name]) => name.startsWith('page[')));
}
