import { GUIDE_PROPERTIES, PROPERTY_NAMES, readProperty } from '../../content/guide-properties.ts';
import type { PropertyChanges } from '../../reviews/write-properties.ts';
import type { GuideEditState } from '../../writing/drafts/working-copy.ts';
import type { GuideEdits } from '../../writing/edit-guide.ts';
import type { Pointers } from './make-change.ts';
import { problem, type RequestDocument, storedId } from './read-document.ts';

const TIME = /^(?<day>\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

const LAST_YEAR = 9999;

/** Where each field of a guide is in the document. */
export function pointersFor({ attributes }: RequestDocument): Pointers {
  const content = attributes.content_markdown === undefined ? 'content_html' : 'content_markdown';
  return {
    title: '/data/attributes/title',
    slug: '/data/attributes/slug',
    contentHtml: `/data/attributes/${content}`,
    files: `/data/attributes/${content}`,
    state: '/data/attributes/state',
    publishAt: '/data/attributes/publish_at',
    categories: '/data/relationships/categories',
    tags: '/data/relationships/tags',
    ...Object.fromEntries(
      PROPERTY_NAMES.map((name) => [name, `/data/attributes/${GUIDE_PROPERTIES[name].attribute}`]),
    ),
  };
}

/**
 * The changes of the document. @throws AppError `unprocessable` with the pointer, `not-found` for an ID that nothing
 * can have
 */
export function readEdits({ attributes, linkage }: RequestDocument): GuideEdits {
  const { title, slug, state, publish_at } = attributes as Record<string, string | undefined>;
  return {
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug: slug.trim() }),
    ...readContent(attributes as Record<string, string | undefined>),
    categories: idsIn(linkage, 'categories', 'category'),
    tagIds: idsIn(linkage, 'tags', 'tag'),
    state: state as GuideEditState | undefined,
    publishAt: readTime(publish_at),
    properties: readProperties(attributes),
  };
}

/** @throws AppError `invalid` with the field */
function readProperties(attributes: RequestDocument['attributes']): PropertyChanges {
  const said = PROPERTY_NAMES.map((name) => [name, attributes[GUIDE_PROPERTIES[name].attribute]] as const);
  return Object.fromEntries(
    said
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, readProperty(name, String(value ?? ''))]),
  );
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

function idsIn(linkage: RequestDocument['linkage'], name: string, noun: string): number[] | undefined {
  const linked = linkage[name];
  if (linked === undefined) return undefined;
  return [linked ?? []].flat().map(({ id }) => storedId(id, noun, `/data/relationships/${name}`));
}
