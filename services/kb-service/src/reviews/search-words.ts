import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { findNamedGuides } from '../content/find-named-guides.ts';
import { invalidProperty } from '../content/guide-properties.ts';
import { parseSynonyms } from '../content/summary-and-synonyms.ts';
import { type Actor, requirePermission } from '../model/permissions.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { writeProperties } from './write-properties.ts';

/** Words of a search, and the guide that it is to find or not to find. */
export interface SearchWords {
  host: string;
  slug: string;
  words: string;
}

const findWords = sql`
  select g.synonyms from guides g where g.knowledge_base_id = $1 and g.id = $2
`;

/**
 * Adds words to the search words of a guide.
 * @returns false if it has them already
 * @throws AppError `not-found`, or `invalid` with the field `synonyms` if there would be too many
 */
export function addSearchWords(database: Executor, actor: Actor, wanted: SearchWords): Promise<boolean> {
  return changeSearchWords(database, actor, wanted, (present, words) => [...present, words]);
}

/** Removes words that were added. @throws AppError `not-found` */
export async function removeSearchWords(
  database: Executor,
  actor: Actor,
  wanted: SearchWords,
): Promise<void> {
  await changeSearchWords(database, actor, wanted, (present, words) =>
    present.filter((each) => each !== words),
  );
}

function changeSearchWords(
  database: Executor,
  actor: Actor,
  { host, slug, words }: SearchWords,
  change: (present: readonly string[], words: string) => string[],
): Promise<boolean> {
  return changeKnowledgeBase(
    database,
    { host, actor, action: 'guide describe' },
    async (transaction, knowledgeBase) => {
      const { id: knowledgeBaseId } = knowledgeBase;
      const [guide] = await findNamedGuides(transaction, knowledgeBaseId, { slugs: [slug] });
      if (!guide) throw new AppError('not-found', 'There is no such guide.');
      if (guide.published) requirePermission(actor, 'guide publish', knowledgeBase);
      const values = [knowledgeBaseId, guide.id];
      const { synonyms } = await transaction.one<{ synonyms: string[] }>(findWords(values));
      const changes = { synonyms: readWords(change(synonyms, oneOf(words))) };
      const edits = [{ guideId: guide.id, changes }];
      const { changed } = await writeProperties(transaction, edits, { knowledgeBaseId });
      return {
        changed: false,
        result: changed.size > 0,
        audit: [...changed].map(([guideId, { synonyms }]) => ({
          guideId,
          subject: slug,
          details: { synonyms: synonyms ?? 'none' },
        })),
      };
    },
  );
}

/** Words without a comma, which would be several. */
function oneOf(words: string): string {
  const [word, ...more] = parseSynonyms(words) ?? [];
  if (word === undefined || more.length > 0) throw invalidProperty('synonyms');
  return word;
}

function readWords(words: readonly string[]): string[] | null {
  if (words.length === 0) return null;
  const read = parseSynonyms(words.join(','));
  if (!read) throw invalidProperty('synonyms');
  return read;
}
