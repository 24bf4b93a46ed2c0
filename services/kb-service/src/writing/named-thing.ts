import { hash } from 'node:crypto';
import { fromDatabaseError } from '@guidepost/postgres';
import { AppError, foldWhiteSpace, isStoredId } from '@guidepost/service-kit';
import type { Precondition } from '../model/precondition.ts';
import { parseSlug, slugFrom } from '../model/slug.ts';

/** A category or a tag, by slug or ID. */
export type Reference = { slug: string } | { id: number };

const MAX_NAME_LENGTH = 200;

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
  const name = foldWhiteSpace(text);
  const { length } = Array.from(name);
  if (length >= 1 && length <= MAX_NAME_LENGTH && name.isWellFormed()) return name;
  throw refused(field, `A name has 1 to ${MAX_NAME_LENGTH} characters.`);
}

/** The slug that was given, or one made from the name. @throws AppError `invalid` with the field `slug` */
export function readSlugFor(name: string, text = ''): string {
  const slug = parseSlug(text.trim() === '' ? slugFrom(name) : text.trim());
  if (slug) return slug;
  throw refused('slug', 'The address must be words of a-z and 0-9 joined by "-", up to 200 characters.');
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

function refused(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } });
}

const LENGTH = 16;

/** Categories and tags have no revision number: a digest of their values stands for it. */
export function revisionOf(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, LENGTH);
}

/** @throws AppError `precondition-failed` */
export function requireExpectedValues(revision: string, isExpected: Precondition | undefined): void {
  if (!isExpected || isExpected(revision)) return;
  throw new AppError('precondition-failed', 'It has changed since you read it.');
}
