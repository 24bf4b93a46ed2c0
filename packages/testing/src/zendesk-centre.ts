import type { StandInAnswer } from './stand-in.ts';

type Entry = Record<string, unknown>;

/** A help centre in the form of Zendesk's API; entries that tests give replace single members. */
export interface ZendeskCentre {
  locales?: string[];
  categories?: Entry[];
  sections?: Entry[];
  articles?: Entry[];
  /** Undefined answers 403. */
  contentTags?: Entry[];
  /** By the id of the article. */
  translations?: Record<string, Entry[]>;
  attachments?: Record<string, Entry[]>;
  topics?: Entry[];
  posts?: Entry[];
  /** By the id of the post. */
  comments?: Record<string, Entry[]>;
  /** Authors, who are told with posts and comments on request. */
  users?: Entry[];
  /** By path. */
  files?: Record<string, string | Uint8Array>;
  /** Entries of a page; default 100. */
  pageSize?: number;
}

const API = '/api/v2/help_center/';
const CONTENT_TAGS = '/api/v2/guide/content_tags';

/** Answers as Zendesk does: lists by cursor, changed articles by time, files at their addresses. */
export function answerAsZendesk(centre: ZendeskCentre): (url: URL) => StandInAnswer | undefined {
  return (url) => {
    const file = centre.files?.[url.pathname];
    if (file !== undefined) return { body: file };
    if (url.pathname === CONTENT_TAGS) return contentTagsOf(centre, url);
    if (!url.pathname.startsWith(API)) return undefined;
    const path = url.pathname.slice(API.length).replace(/\.json$/, '');
    return answerList(centre, path, url);
  };
}

function answerList(centre: ZendeskCentre, path: string, url: URL): StandInAnswer | undefined {
  const { locales = ['en-us'], categories = [], sections = [], articles = [] } = centre;
  const [, article, part] = /^articles\/(\d+)\/(translations|attachments)$/.exec(path) ?? [];
  if (path === 'locales') return json({ locales, default_locale: locales[0] });
  if (path === 'incremental/articles') return json(changedArticles(articles, url));
  if (article && part === 'translations')
    return json(pageOf('translations', centre.translations?.[article] ?? [], { centre, url }));
  if (article && part === 'attachments')
    return json(pageOf('article_attachments', centre.attachments?.[article] ?? [], { centre, url }));
  const lists: Record<string, Entry[]> = { categories, sections, articles };
  const entries = lists[path];
  return entries ? json(pageOf(path, entries, { centre, url })) : answerCommunity(centre, path, url);
}

function answerCommunity(centre: ZendeskCentre, path: string, url: URL): StandInAnswer | undefined {
  const { topics = [], posts = [], comments = {} } = centre;
  if (path === 'community/topics') return json(pageOf('topics', topics, { centre, url }));
  if (path === 'community/posts') return json(pageOf('posts', posts, { centre, url }));
  const [, post] = /^community\/posts\/(\d+)\/comments$/.exec(path) ?? [];
  return post === undefined ? undefined : json(pageOf('comments', comments[post] ?? [], { centre, url }));
}

/** Pages of at most 30, without links. */
function contentTagsOf(centre: ZendeskCentre, url: URL): StandInAnswer {
  const { contentTags } = centre;
  if (Number(url.searchParams.get('page[size]')) > 30) return { status: 400, body: '' };
  if (!contentTags) return { status: 403, body: '' };
  const { links: _, ...page } = pageOf('records', contentTags, { centre, url });
  return json(page);
}

function json(document: object): StandInAnswer {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(document) };
}

function pageOf(
  name: string,
  entries: Entry[],
  { centre, url }: { centre: ZendeskCentre; url: URL },
): Record<string, unknown> {
  const size = centre.pageSize ?? 100;
  const start = Number(url.searchParams.get('page[after]') ?? 0);
  const hasMore = start + size < entries.length;
  const next = new URL(url);
  next.searchParams.set('page[after]', String(start + size));
  const shown = entries.slice(start, start + size);
  const authors = new Set(shown.map(({ author_id }) => author_id));
  return {
    [name]: shown,
    ...(url.searchParams.get('include') === 'users' && {
      users: (centre.users ?? []).filter(({ id }) => authors.has(id)),
    }),
    meta: { has_more: hasMore, after_cursor: hasMore ? String(start + size) : null, before_cursor: null },
    links: { prev: null, next: hasMore ? next.href : null },
  };
}

function changedArticles(articles: Entry[], url: URL): object {
  const since = Number(url.searchParams.get('start_time')) * 1_000;
  const changed = articles.filter(({ updated_at }) => Date.parse(String(updated_at)) >= since);
  return { count: changed.length, next_page: null, end_time: Math.floor(since / 1_000), articles: changed };
}

/** An article as Zendesk describes it. */
export function zendeskArticle(id: number, more: Entry = {}): Entry {
  const title = String(more.title ?? `Article ${id}`);
  return {
    id,
    html_url: `https://acme.zendesk.com/hc/en-us/articles/${id}-${title.replace(/\W+/g, '-')}`,
    author_id: 7,
    comments_disabled: false,
    draft: false,
    promoted: false,
    position: 0,
    vote_sum: 0,
    vote_count: 0,
    section_id: 20,
    created_at: '2021-03-04T05:06:07Z',
    updated_at: '2022-03-04T05:06:07Z',
    edited_at: '2022-03-04T05:06:07Z',
    name: title,
    title,
    source_locale: 'en-us',
    locale: 'en-us',
    outdated: false,
    outdated_locales: [],
    user_segment_id: null,
    user_segment_ids: [],
    permission_group_id: 1,
    content_tag_ids: [],
    label_names: [],
    body: `<p>Text of ${title}.</p>`,
    ...more,
  };
}

/** A category, or with `category_id` a section. */
export function zendeskGroup(id: number, name: string, more: Entry = {}): Entry {
  const kind = 'category_id' in more ? 'sections' : 'categories';
  return {
    id,
    html_url: `https://acme.zendesk.com/hc/en-us/${kind}/${id}-${name.replace(/\W+/g, '-')}`,
    name,
    description: '',
    position: 0,
    locale: 'en-us',
    source_locale: 'en-us',
    outdated: false,
    created_at: '2021-01-01T00:00:00Z',
    updated_at: '2021-01-01T00:00:00Z',
    ...(kind === 'sections'
      ? { sorting: 'manual', parent_section_id: null, theme_template: 'section_page' }
      : {}),
    ...more,
  };
}

/** A topic of a community. @param site the start of its address */
export function zendeskTopic(id: number, name: string, { site = SITE, ...more }: Entry = {}): Entry {
  return {
    id,
    html_url: `${site}/hc/en-us/community/topics/${id}-${name.replace(/\W+/g, '-')}`,
    name,
    description: '',
    position: 0,
    follower_count: 0,
    created_at: '2021-01-01T00:00:00Z',
    updated_at: '2021-01-01T00:00:00Z',
    user_segment_id: null,
    ...more,
  };
}

const SITE = 'https://acme.zendesk.com';

/** A post of a community. */
export function zendeskPost(id: number, { site = SITE, ...more }: Entry = {}): Entry {
  const title = String(more.title ?? `Post ${id}`);
  return {
    id,
    title,
    details: `<p>Text of ${title}</p>`,
    author_id: 7,
    vote_sum: 0,
    vote_count: 0,
    comment_count: 0,
    follower_count: 0,
    topic_id: 1,
    html_url: `${site}/hc/en-us/community/posts/${id}-${title.replace(/\W+/g, '-')}`,
    created_at: '2021-03-04T05:06:07Z',
    updated_at: '2022-03-04T05:06:07Z',
    featured: false,
    pinned: false,
    closed: false,
    frozen: false,
    status: 'none',
    non_author_editor_id: null,
    non_author_updated_at: null,
    content_tag_ids: [],
    ...more,
  };
}

/** A comment on a post. */
export function zendeskComment(id: number, post: number, { site = SITE, ...more }: Entry = {}): Entry {
  return {
    id,
    body: `<p>Comment ${id}</p>`,
    author_id: 7,
    vote_sum: 0,
    vote_count: 0,
    official: false,
    html_url: `${site}/hc/en-us/community/posts/${post}-A/comments/${id}`,
    created_at: '2021-03-05T00:00:00Z',
    updated_at: '2021-03-05T00:00:00Z',
    url: `${site}/api/v2/help_center/community/posts/${post}/comments/${id}.json`,
    post_id: post,
    non_author_editor_id: null,
    non_author_updated_at: null,
    ...more,
  };
}
