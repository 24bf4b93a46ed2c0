import { hash } from 'node:crypto';
import { fromDatabaseError } from '@guidepost/postgres';
import { AppError, foldWhiteSpace, isStoredId, LONGEST_NAME, parseName } from '@guidepost/service-kit';
import { LONGEST_DESCRIPTION } from '../../content/categories.ts';
import { CATEGORY_ICON_NAMES, parseCategoryIcon } from '../../look/category-icons.ts';
import type { Precondition } from '../../model/precondition.ts';
import { parseSlug, SLUG_FORM, slugFrom } from '../../model/slug.ts';

/** A category or a tag, by slug or ID. */
export type Reference = { slug: string } | { id: number };

/** The values of a statement that finds by slug or ID. */
export function referenceValues(reference: Reference): [slug: string | null, id: number | null] {
  if ('slug' in reference) return [reference.slug, null];
  return [null, isStoredId(reference.id) ? reference.id : null];
}

export function describeReference(reference: Reference): string {
  return 'id' in reference ? String(reference.id) : reference.slug;
}

/** @throws AppError `invalid` with the field */
export function readName(text: string, field = 'name'): string {
  const name = parseName(text);
  if (name !== undefined) return name;
  throw invalidField(field, `A name has 1 to ${LONGEST_NAME} characters.`);
}

/** In one paragraph. @throws AppError `invalid` with the field `description` */
export function readDescription(text: string): string {
  requireStorable(text, 'description');
  const description = foldWhiteSpace(text);
  if (Array.from(description).length <= LONGEST_DESCRIPTION) return description;
  throw invalidField('description', `A description has up to ${LONGEST_DESCRIPTION} characters.`);
}

/** The name of an icon, or nothing. @throws AppError `invalid` with the field `icon` */
export function readIcon(text: string): string {
  const icon = parseCategoryIcon(text);
  if (icon !== undefined) return icon;
  throw invalidField('icon', `An icon is one of ${CATEGORY_ICON_NAMES.join(', ')}.`);
}

/**
 * The slug as typed, or one made from the name if nothing is typed. @throws AppError `invalid` with the field `slug`
 */
export function readSlug(typed: string, name: string): string {
  const slug = parseSlug(typed.trim() === '' ? slugFrom(name) : typed.trim());
  if (slug) return slug;
  throw invalidField('slug', `The address must be ${SLUG_FORM}.`);
}

/** PostgreSQL stores neither U+0000 nor half a character. */
export function requireStorable(text: string, field: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  throw invalidField(field, 'The text contains characters that cannot be stored.');
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } });
}

/** Runs `work`; a slug that is taken becomes an AppError `conflict` with the field `slug`. */
export async function withFreeSlug<Result>(noun: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const error = fromDatabaseError(thrown);
    if (!(error instanceof AppError) || error.kind !== 'conflict' || error === thrown) throw thrown;
    const message = `Another ${noun} has this address.`;
    throw new AppError('conflict', message, { fields: { slug: [message] }, cause: thrown });
  }
}

const REVISION_LENGTH = 16;

/** Categories and tags have no revision number: a digest of their values stands for it. */
export function revisionOf(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, REVISION_LENGTH);
}

/** @throws AppError `precondition-failed` */
export function requireExpectedValues(revision: string, isExpected: Precondition | undefined): void {
  if (!isExpected || isExpected(revision)) return;
  throw new AppError('precondition-failed', 'It has changed since you read it.');
}
