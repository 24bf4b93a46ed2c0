import type { Secret } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import type { KindOf } from '../../files/embedding.ts';
import type { Forum } from '../../model/forum.ts';
import { createIdentityHash } from '../../model/identity.ts';
import { foldEmail } from '../../model/person.ts';
import { type FieldMistake, LIMITS, readText, type TextRule } from '../../posts/field-kinds.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import { renderPostText } from '../../rendering/render-posts.ts';
import type { ArchivedAuthor, ArchivedPost, Person } from './archived-dialog.ts';
import { refuse } from './check-line.ts';
import type { LineAuthor, LinePost } from './line-schema.ts';

export const NAME: TextRule = { maximum: LIMITS.name };
const EMAIL: TextRule = { maximum: LIMITS.email };
const TEXT: TextRule = { maximum: LIMITS.importedText, manyLines: true };

export interface ArchiveReading {
  forum: Forum;
  identities: ImportedIdentities;
  now: Date;
  /** Decides how links are embedded. */
  kindOf: KindOf;
}

/** @param place before the names of its properties: `comments[3].` @throws AppError `invalid` */
export function readPost(post: LinePost, place: string, reading: ArchiveReading): ArchivedPost {
  const { id, markdown = false, pub_date, work_title, confirmed = false, held = false } = post;
  const { external = null, addresses = [] } = post;
  const author = readAuthor(post, place, reading);
  const text = requireText(post.text, `${place}text`, TEXT);
  if (confirmed && author.email === null) refuse(`${place}confirmed`, 'needs useremail');
  return {
    ...author,
    id,
    text,
    markdown,
    text_html: renderPostText({ text, markdown }, reading),
    pub_date: readDate(pub_date, `${place}pub_date`, reading.now),
    work_title: optionalText(work_title, `${place}work_title`, NAME),
    confirmed,
    held,
    external,
    addresses,
  };
}

export function readAuthor(
  { name, useremail }: LineAuthor,
  place: string,
  { identities }: ArchiveReading,
): ArchivedAuthor {
  const person = {
    name: requireText(name, `${place}name`, NAME),
    email: optionalText(useremail, `${place}useremail`, EMAIL),
  };
  return { ...person, poster: identities.poster(person) };
}

export function requireText(sent: string, place: string, rule: TextRule): string {
  return optionalText(sent, place, rule) ?? refuse(place, 'must not be empty');
}

export function optionalText(sent: string | null | undefined, place: string, rule: TextRule): string | null {
  const reading = readText(sent ?? undefined, rule);
  return 'mistakes' in reading ? refuse(place, describe(reading.mistakes)) : (reading.value ?? null);
}

export function describe(mistakes: readonly FieldMistake[]): string {
  return mistakes.map((mistake) => describeMistake(mistake, 'en')).join(' ');
}

const DATE = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|z|[+-]\d{2}:?\d{2})$/;

/** Tolerance for clock differences. */
const DAY = 86_400_000;

const MICROSECONDS = 6;

/**
 * Normalizes a date to UTC with six fractional digits.
 * @param now default for a missing date
 * @throws AppError `invalid`
 */
export function readDate(sent: string | undefined, place: string, now: Date): string {
  if (sent === undefined) return write(now, '');
  const [, day = '', time = '', fraction = '', zone = ''] = DATE.exec(sent) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  const instant = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  // V8 accepts February 31 as a date in March.
  if (Number.isNaN(instant) || !new Date(local).toISOString().startsWith(day))
    refuse(place, 'must be a date with a time and a zone, such as 2026-11-21T13:45:00Z');
  if (instant < 0 || instant > now.getTime() + DAY) refuse(place, 'must be after 1970 and not in the future');
  return write(new Date(instant), fraction);
}

function write(date: Date, fraction: string): string {
  const written = date.toISOString();
  const digits = (fraction || written.slice(20, -1)).slice(0, MICROSECONDS).padEnd(MICROSECONDS, '0');
  return `${written.slice(0, 20)}${digits}Z`;
}

/** Identities of people in an archive, as hexadecimal hashes. */
interface ImportedIdentities {
  /** Same e-mail address and name means the same poster, since archives have no senders. */
  poster(person: Person): string;
  /** Prevents a second vote after the import. */
  voter(person: Person): string;
}

/** Most people in an archive write more than once, and hashing took a third of the time of reading it. */
const MAX_KNOWN = 10_000;

export async function createImportedIdentities(secret: Secret, forumId: number): Promise<ImportedIdentities> {
  const hash = createIdentityHash(await secret(), forumId);
  const known = new LRUCache<string, string, readonly (string | null)[]>({
    max: MAX_KNOWN,
    memoMethod: (_key, _stale, { context }) => hash(...context).toString('hex'),
  });
  const named = (...parts: (string | null)[]) => known.memo(JSON.stringify(parts), { context: parts });
  return {
    poster: ({ email, name }) => named('imported', email && foldEmail(email), name),
    voter: ({ email, name }) =>
      email === null ? named('imported person', name) : named('person', foldEmail(email)),
  };
}
