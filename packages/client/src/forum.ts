import createClient from 'openapi-fetch';
import type { components, paths } from './generated/forum.ts';
import { createList, type List } from './list.ts';
import {
  authorization,
  type ClientOptions,
  createTransport,
  type RequestOptions,
  segment,
} from './transport.ts';

type Schemas = components['schemas'];

export type Dialog = Schemas['Dialog'];
export type DialogComment = Schemas['Comment'];
export type DialogTag = Schemas['Tag'];
export type ForumProperties = Schemas['Properties'];

/** Question, problem, suggestion, praise. */
export type Topic = Dialog['topic'];

type BodyOf<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export type NewDialog = BodyOf<'/api/{slug}'>;
export type NewComment = BodyOf<'/api/comment/{slug}/{id}'>;
export type DialogVote = BodyOf<'/api/vote/{slug}/{id}'>;
export type NewReport = BodyOf<'/api/report-dialog/{slug}/{id}'>;

type QueryOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

export interface ForumOptions extends ClientOptions {
  /** The slug of the forum. */
  forum: string;
}

export interface SliceOptions extends RequestOptions {
  /** Records in an answer, 1 to 1,000; 50 by default. */
  limit?: number | undefined;
}

export interface DialogsOptions extends SliceOptions {
  sort?: QueryOf<'/api/{slug}.json'>['sort'] | undefined;
  /** With a key: archived dialogs, too. */
  include?: 'all' | undefined;
}

export interface TopicOptions extends DialogsOptions {
  /** All by default. */
  topics?: readonly Topic[] | undefined;
}

export interface TagOptions extends DialogsOptions {
  /** With a key: dialogs with one of these tags. */
  tags?: readonly string[] | undefined;
}

export interface CommentsOptions extends SliceOptions {
  sort?: QueryOf<'/api/comment/{slug}/{id}.json'>['sort'] | undefined;
}

export interface Posted {
  /** The address of its record; undefined if it has none yet, since it waits for review. */
  uri: string | undefined;
}

/** Reads one forum, and posts to it. Dialogs and comments are named by their ids. */
export interface ForumClient {
  properties(options?: RequestOptions): Promise<ForumProperties>;
  dialogs(options?: TopicOptions): List<Dialog>;
  popular(options?: Omit<TopicOptions, 'sort'>): List<Dialog>;
  search(query: string, options?: TagOptions): List<Dialog>;
  /** With a key: dialogs with all of these tags. */
  tagged(tags: readonly string[], options?: DialogsOptions): List<Dialog>;
  dialog(id: number, options?: RequestOptions): Promise<Dialog>;
  comments(dialog: number, options?: CommentsOptions): List<DialogComment>;
  comment(dialog: number, id: number, options?: RequestOptions): Promise<DialogComment>;
  /** With a key. */
  tags(options?: SliceOptions): List<DialogTag>;
  post(dialog: NewDialog, options?: RequestOptions): Promise<Posted>;
  postComment(dialog: number, comment: NewComment, options?: RequestOptions): Promise<Posted>;
  vote(dialog: number, vote: DialogVote, options?: RequestOptions): Promise<void>;
  reportDialog(id: number, report: NewReport, options?: RequestOptions): Promise<void>;
  reportComment(id: number, report: NewReport, options?: RequestOptions): Promise<void>;
}

type SlicePath = '/api/{slug}.json';
type PostPath = Extract<keyof paths, '/api/{slug}' | `/api/${string}/{slug}/{id}`>;

/** A client of a forum. Throws a TypeError if its `url` is no address. */
export function createForumClient(options: ForumOptions): ForumClient {
  const slug = segment(options.forum);
  const api = createClient<paths>({
    baseUrl: new URL(options.url).href,
    fetch: createTransport(options),
    headers: authorization(options.key),
    querySerializer: { array: { style: 'form', explode: false } },
  });

  /** The paths have the same shape, which their types do not tell. */
  async function read(path: keyof paths, named: object, { signal }: RequestOptions = {}, query: object = {}) {
    const params = { path: { slug, ...named }, query };
    const { data, response } = await api.GET(path as SlicePath, { params, ...(signal && { signal }) });
    if (!data) throw new TypeError('The answer has no record.');
    return { data, headers: response.headers };
  }

  function list<Item>(
    path: keyof paths,
    named: object,
    asked: TagOptions | CommentsOptions = {},
  ): List<Item> {
    const { signal, ...query } = asked;
    return createList(async (start: number = 0) => {
      const { data, headers } = await read(path, named, asked, { ...query, start });
      const items = data as unknown as Item[];
      const total = Number(headers.get('x-totalresults'));
      const page = { items, total, partial: headers.has('x-partial') };
      const next = start + items.length;
      return { page, next: items.length > 0 && next < total ? next : undefined };
    });
  }

  async function send(path: PostPath, named: object, body: object, { signal }: RequestOptions = {}) {
    const { response } = await api.POST(path as '/api/{slug}', {
      params: { path: { slug, ...named } },
      body: body as NewDialog,
      parseAs: 'text',
      ...(signal && { signal }),
    });
    return { uri: response.headers.get('location') ?? undefined };
  }

  const topical = (all: keyof paths, some: keyof paths) => {
    return ({ topics = [], ...asked }: TopicOptions = {}) =>
      topics.length > 0 ? list<Dialog>(some, { topics: topics.join() }, asked) : list<Dialog>(all, {}, asked);
  };

  return {
    properties: async (asked) => (await read('/api/properties/{slug}.json', {}, asked)).data as never,
    dialogs: topical('/api/{slug}.json', '/api/{slug}/{topics}.json'),
    popular: topical('/api/popular/{slug}.json', '/api/popular/{slug}/{topics}.json'),
    search: (query, asked) => list('/api/search/{slug}/{query}.json', { query }, asked),
    tagged: (tags, asked) => list('/api/tag/{slug}/{tags}.json', { tags: tags.join() }, asked),
    dialog: async (id, asked) => (await read('/api/dialog/{slug}/{id}.json', { id }, asked)).data as never,
    comments: (id, asked) => list('/api/comment/{slug}/{id}.json', { id }, asked),
    comment: async (dialog, id, asked) =>
      (await read('/api/comment/{slug}/{dialog}/{id}.json', { dialog, id }, asked)).data as never,
    tags: (asked) => list('/api/taglist/{slug}.json', {}, asked),
    post: (dialog, asked) => send('/api/{slug}', {}, dialog, asked),
    postComment: (id, comment, asked) => send('/api/comment/{slug}/{id}', { id }, comment, asked),
    vote: async (id, vote, asked) => void (await send('/api/vote/{slug}/{id}', { id }, vote, asked)),
    reportDialog: async (id, report, asked) =>
      void (await send('/api/report-dialog/{slug}/{id}', { id }, report, asked)),
    reportComment: async (id, report, asked) =>
      void (await send('/api/report-comment/{slug}/{id}', { id }, report, asked)),
  };
}
