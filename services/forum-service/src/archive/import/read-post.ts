import type { FieldMistake } from '../../model/field-mistake.ts';
import type { Forum } from '../../model/forum.ts';
import type { KindOf } from '../../model/media-kind.ts';
import { describeMistake } from '../../posts/messages.ts';
import { readText, type TextRule } from '../../posts/text-field.ts';
import { renderPostText } from '../../rendering/render-post-text.ts';
import type { ArchivedAuthor, ArchivedPost } from './archived-dialog.ts';
import type { ImportedIdentities } from './imported-identity.ts';
import type { LineAuthor, LinePost } from './line-schema.ts';
import { readDate } from './read-date.ts';
import { refuse } from './refuse.ts';

export const NAME: TextRule = { maximum: 100 };
const EMAIL: TextRule = { maximum: 254 };
const TEXT: TextRule = { maximum: 20_000, manyLines: true };

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
