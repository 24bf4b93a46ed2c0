import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { MAX_TITLE_LENGTH } from '../content/guide-limits.ts';
import type { EditedContent } from '../content/work-on-content.ts';
import { parseSlug, slugFrom } from '../model/slug.ts';

/** The values that authors can change. Missing ones stay. */
export interface GuideValues {
  title?: string | undefined;
  /** Empty: made from the title. */
  slug?: string | undefined;
  contentHtml?: string | undefined;
  /** The same, cleaned already. */
  content?: EditedContent | undefined;
  /** IDs in order. */
  categories?: readonly number[] | undefined;
  tags?: readonly string[] | undefined;
  /** The part before `/files/…` that stored images may have in the content. */
  filesUrl?: string | undefined;
}

const MAX_CATEGORIES = 100;
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;

/** A title in one line, which may be empty in a draft. @throws AppError `invalid` with the field `title` */
export function readTitle(text: string): string {
  requireText(text, 'title');
  const title = foldWhiteSpace(text);
  const { length } = Array.from(title);
  if (length <= MAX_TITLE_LENGTH) return title;
  throw invalidField('title', `The title has ${length} characters, at most ${MAX_TITLE_LENGTH} are allowed.`);
}

/** @throws AppError `invalid` with the field `slug` */
export function readSlug(text: string, title: string): string {
  const slug = parseSlug(text.trim() === '' ? slugFrom(title) : text.trim());
  if (slug) return slug;
  throw invalidField('slug', 'The address must be words of a-z and 0-9 joined by "-", up to 200 characters.');
}

/** @throws AppError `invalid` with the field `categories` */
export function readCategories(ids: readonly number[]): number[] {
  const chosen = [...new Set(ids)];
  if (chosen.length <= MAX_CATEGORIES && chosen.every((id) => Number.isSafeInteger(id))) return chosen;
  throw invalidField('categories', `The categories must be up to ${MAX_CATEGORIES} IDs.`);
}

/** Names of tags, the first of those with the same slug. @throws AppError `invalid` with the field `tags` */
export function readTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>();
  for (const name of names.map(readTagName)) {
    const slug = slugFrom(name);
    if (!bySlug.has(slug)) bySlug.set(slug, name);
  }
  if (bySlug.size <= MAX_TAGS) return [...bySlug.values()];
  throw invalidField('tags', `A guide may have up to ${MAX_TAGS} tags.`);
}

function readTagName(text: string): string {
  requireText(text, 'tags');
  const name = foldWhiteSpace(text);
  const { length } = Array.from(name);
  if (length > MAX_TAG_LENGTH || slugFrom(name) === '') {
    throw invalidField('tags', `A tag must have letters or digits, up to ${MAX_TAG_LENGTH} characters.`);
  }
  return name;
}

/** PostgreSQL stores neither U+0000 nor half a character. */
function requireText(text: string, field: keyof GuideValues): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  throw invalidField(field, 'The text contains characters that cannot be stored.');
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } });
}
