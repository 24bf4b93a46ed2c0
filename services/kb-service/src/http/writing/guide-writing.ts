import { declareParameters } from '@guidepost/http';
import { closedObject } from '@guidepost/openapi';
import type { Context } from '../../context.ts';
import { addGuide, editGuide, type GuideEdits, removeGuide } from '../../editing/edit-guide.ts';
import type { GuideEditState } from '../../editing/working-copy.ts';
import type { RemovedMarkup } from '../../html-cleaning/removed-markup.ts';
import { findWorkingCopy } from '../edited-guides.ts';
import { EDITING_ATTRIBUTES, EDITING_META } from '../json-api/editing-members.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { ATTRIBUTES } from '../json-api/resource-types.ts';
import type { Routes, WriteCall, WriteDescription } from '../reading/endpoint.ts';
import { changeParameters } from '../reading/parameters.ts';
import type { OneResource } from '../reading/read-resource.ts';
import type { Reader } from '../reading/reader.ts';
import type { MakeChange, Pointers } from './make-change.ts';
import { createReadDocument, problem, type RequestDocument, storedId, textIn } from './read-document.ts';
import { type RequestDocumentRule, requestSchema } from './request-documents.ts';
import { showChanged, showCreated, targetOf } from './written-resource.ts';

/** Content of up to 7 MB, and the rest of the document. */
const MAX_BYTES = 10_000_000;

/** Characters; longer texts would hold up other requests. */
const MAX_MARKDOWN = 300_000;

const TIME = /^(?<day>\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

const LAST_YEAR = 9999;

const { title, slug, content_html } = ATTRIBUTES.guide;
const { state, publish_at, updated_at, author } = EDITING_ATTRIBUTES;

const RULE: RequestDocumentRule = {
  type: 'guide',
  creates: true,
  attributes: {
    title,
    slug: { type: 'string', description: `${slug.description} Without it made from the title.` },
    content_html: {
      ...content_html,
      description: 'Cleaned as imports are; `meta.removed` says what was removed.',
    },
    content_markdown: {
      type: 'string',
      maxLength: MAX_MARKDOWN,
      description: 'Instead of `content_html`: CommonMark with tables, footnotes, task lists and alerts.',
    },
    state: { ...state, description: 'Publishes, schedules, proposes, or hides from readers (`draft`).' },
    publish_at: { ...publish_at, description: 'When the guide is published, for the state `scheduled`.' },
    updated_at: { ...updated_at, description: 'Ignored.' },
    author: { ...author, description: 'Ignored.' },
  },
  required: ['title'],
  relationships: {
    categories: { type: 'knowledge_base_category', many: true, description: 'All categories of the guide.' },
    tags: { type: 'tag', many: true, description: 'All tags of the guide.' },
  },
};

const CHANGE_RULE: RequestDocumentRule = { ...RULE, creates: false };

const EXAMPLE = {
  type: 'guide',
  attributes: {
    title: 'Reset your password',
    content_markdown: 'Open **Account**, then *Password*.',
    state: 'published',
  },
};

const COUNTS = { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } };
const REMOVED = {
  type: 'object',
  description: 'What cleaning removed from the content, with how often.',
  required: ['elements', 'attributes', 'links'],
  properties: { elements: COUNTS, attributes: COUNTS, links: COUNTS },
  additionalProperties: false,
};

const META = {
  ...closedObject({ ...EDITING_META, removed: REMOVED }, { optional: ['removed'] }),
  examples: [{ published: true, has_draft: false }],
};

const CREATE: WriteDescription = {
  summary: 'Create a guide',
  description: 'A draft, unless `state` says otherwise.',
  parameters: changeParameters('guide'),
  body: { [MEDIA_TYPE]: { schema: requestSchema(RULE), example: { data: EXAMPLE } } },
  status: 201,
  refusals: ['conflict', 'unprocessable'],
  answer: { type: 'guide', meta: META },
};

const CHANGE: WriteDescription = {
  summary: 'Change a guide',
  description:
    'What is missing stays. Changes of a published guide are published at once. If it has unpublished changes, `If-Match` must name its working copy (`filter[state]=all`), and a `state` say what becomes of it; a `state` alone needs no `If-Match`.',
  parameters: changeParameters('guide'),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(CHANGE_RULE),
      example: { data: { type: 'guide', id: '1', attributes: { title: 'Change your password' } } },
    },
  },
  status: 200,
  refusals: ['conflict', 'precondition-failed', 'unprocessable'],
  answer: { type: 'guide', meta: META },
};

const DELETE: WriteDescription = {
  summary: 'Delete a guide',
  description: 'With its versions, votes and former addresses. It cannot be undone.',
  parameters: declareParameters([]),
  status: 204,
  refusals: ['precondition-failed'],
};

export function guideWritingRoutes(
  { database, filesUrl }: Pick<Context, 'database' | 'filesUrl'>,
  reader: Reader,
  makeChange: MakeChange,
): Routes {
  const limits = { mount: reader.mount, maximumBytes: MAX_BYTES };
  const readNew = createReadDocument(RULE, limits);
  const readChange = createReadDocument(CHANGE_RULE, limits);

  const show = (call: WriteCall, id: number, removed: RemovedMarkup): OneResource & { id: number } => ({
    type: 'guide',
    id,
    find: (request) => findWorkingCopy(reader, call, { ...request, id }, 'all'),
    ...metaOf(removed),
  });

  return {
    '/:host/guides': {
      post: {
        ...CREATE,
        async change(call) {
          const document = await readNew(call);
          const { host } = call.knowledgeBase;
          return makeChange(call, pointersFor(document), async () => {
            const guide = { host, ...readEdits(document), title: textIn(document, 'title'), filesUrl };
            const { id, removed } = await addGuide(database, call.writer, guide);
            return showCreated(reader, call, show(call, id, removed));
          });
        },
      },
    },
    '/:host/guides/:id': {
      patch: {
        ...CHANGE,
        async change(call) {
          const document = await readChange(call);
          const { host } = call.knowledgeBase;
          const { id, isExpected } = targetOf(call, 'guide');
          return makeChange(call, pointersFor(document), async () => {
            const edits = { host, guideId: id, isExpected, ...readEdits(document), filesUrl };
            const { removed } = await editGuide(database, call.writer, edits);
            return showChanged(reader, call, show(call, id, removed));
          });
        },
      },
      delete: {
        ...DELETE,
        async change(call) {
          const { host } = call.knowledgeBase;
          const { id: guideId, isExpected } = targetOf(call, 'guide');
          await makeChange(call, {}, () => removeGuide(database, call.writer, { host, guideId, isExpected }));
          return { status: 204 };
        },
      },
    },
  };
}

function pointersFor({ attributes }: RequestDocument): Pointers {
  const content = attributes.content_markdown === undefined ? 'content_html' : 'content_markdown';
  return {
    title: '/data/attributes/title',
    slug: '/data/attributes/slug',
    contentHtml: `/data/attributes/${content}`,
    state: '/data/attributes/state',
    publishAt: '/data/attributes/publish_at',
    categories: '/data/relationships/categories',
    tags: '/data/relationships/tags',
  };
}

/** @throws AppError `unprocessable` with the pointer */
function readEdits({ attributes, linkage }: RequestDocument): GuideEdits {
  const { title, slug, state, publish_at } = attributes as Record<string, string | undefined>;
  return {
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug: slug.trim() }),
    ...readContent(attributes as Record<string, string | undefined>),
    categories: idsIn(linkage, 'categories', 'category'),
    tagIds: idsIn(linkage, 'tags', 'tag'),
    state: state as GuideEditState | undefined,
    publishAt: readTime(publish_at),
  };
}

function readContent({
  content_html: html,
  content_markdown: markdown,
}: Record<string, string | undefined>): Pick<GuideEdits, 'contentHtml' | 'contentMarkdown'> {
  const pointer = '/data/attributes/content_markdown';
  if (html !== undefined && markdown !== undefined)
    throw problem('unprocessable', pointer, 'Send content_html or content_markdown, not both.');
  return {
    ...(html !== undefined && { contentHtml: html }),
    ...(markdown !== undefined && { contentMarkdown: markdown }),
  };
}

function readTime(text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text;
  const { day } = TIME.exec(text)?.groups ?? {};
  const time = new Date(text);
  if (day && isDay(day) && time.getUTCFullYear() <= LAST_YEAR) return time;
  throw problem(
    'unprocessable',
    '/data/attributes/publish_at',
    'A time looks like "2030-01-31T09:00:00Z", with its zone.',
  );
}

/** `Date` makes the second of March of 2030-02-30. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** @throws AppError `not-found` for an ID that nothing can have */
function idsIn(linkage: RequestDocument['linkage'], name: string, noun: string): number[] | undefined {
  const linked = linkage[name];
  if (linked === undefined) return undefined;
  return [linked ?? []].flat().map(({ id }) => storedId(id, noun, `/data/relationships/${name}`));
}

function metaOf(removed: RemovedMarkup): { meta?: () => Promise<Record<string, unknown>> } {
  const counts = Object.entries(removed) as [string, ReadonlyMap<string, number>][];
  if (counts.every(([, { size }]) => size === 0)) return {};
  const listed = Object.fromEntries(counts.map(([kind, found]) => [kind, Object.fromEntries(found)]));
  return { meta: async () => ({ removed: listed }) };
}
