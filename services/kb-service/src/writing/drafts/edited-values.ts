import { foldWhiteSpace } from '@guidepost/service-kit';
import { MAX_TITLE_LENGTH } from '../../content/guide-limits.ts';
import type { EditedContent } from '../../content/work-on-content.ts';
import { invalidField, requireStorable } from '../structure/names-and-slugs.ts';

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

/** A title in one line, which may be empty in a draft. @throws AppError `invalid` with the field `title` */
export function readTitle(text: string): string {
  requireStorable(text, 'title');
  const title = foldWhiteSpace(text);
  const { length } = Array.from(title);
  if (length <= MAX_TITLE_LENGTH) return title;
  throw invalidField('title', `The title has ${length} characters, at most ${MAX_TITLE_LENGTH} are allowed.`);
}

/** @throws AppError `invalid` with the field `title` */
export function requireTitle(title: string): string {
  if (title !== '') return title;
  throw invalidField('title', 'A guide needs a title.');
}

/** @throws AppError `invalid` with the field `categories` */
export function readCategories(ids: readonly number[]): number[] {
  const chosen = [...new Set(ids)];
  if (chosen.length <= MAX_CATEGORIES && chosen.every((id) => Number.isSafeInteger(id))) return chosen;
  throw invalidField('categories', `The categories must be up to ${MAX_CATEGORIES} IDs.`);
}
