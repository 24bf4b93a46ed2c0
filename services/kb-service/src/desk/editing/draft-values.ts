import { AppError } from '@guidepost/service-kit';
import type { GuideValues } from '../../writing/edited-values.ts';

/** What a saved draft may hold, by the check of its type. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  revision: Number.isSafeInteger,
  title: isText,
  slug: isText,
  contentHtml: isText,
  categories: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  tags: (value) => Array.isArray(value) && value.every(isText),
};

/** @throws AppError `malformed` for another member, or one of another type */
export function readDraftValues(body: unknown): GuideValues & { revision?: number } {
  if (typeof body !== 'object' || body === null) throw new AppError('malformed', 'Send an object.');
  for (const [name, value] of Object.entries(body)) {
    if (Object.hasOwn(VALUES, name) && VALUES[name]?.(value)) continue;
    throw new AppError('malformed', `The member ${name.slice(0, 50)} is unknown or of the wrong type.`);
  }
  return body;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
