import { type Executor, sql } from '@guidepost/postgres';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { TranslatedName } from '../import-source.ts';
import { languageHere } from './translations-of-source.ts';

const nameCategories = sql`
  -- $2: JSON array of names in the language $1 of the categories with the slugs 'of' in the main language $3. A slug
  -- that another category has stays its own.
  update categories c
  set name = s.name, multiple_guides_name = coalesce(s.plural, s.name), description = coalesce(s.description, ''),
    slug = case
      when exists (select from categories o where o.knowledge_base_id = $1 and o.slug = s.slug and o.id <> c.id) then c.slug
      else s.slug
    end
  from json_to_recordset($2) as s (of text, slug text, name text, plural text, description text)
  join categories m on m.knowledge_base_id = $3 and m.slug = s.of
  where c.knowledge_base_id = $1 and c.id = m.id
    and (c.name, c.multiple_guides_name, c.description, c.slug)
      is distinct from (s.name, coalesce(s.plural, s.name), coalesce(s.description, ''), s.slug)
  returning c.id
`;
const nameTags = sql`
  -- The same for tags.
  update tags t
  set name = s.name, slug = case
      when exists (select from tags o where o.knowledge_base_id = $1 and o.slug = s.slug and o.id <> t.id) then t.slug
      else s.slug
    end
  from json_to_recordset($2) as s (of text, slug text, name text)
  join tags m on m.knowledge_base_id = $3 and m.slug = s.of
  where t.knowledge_base_id = $1 and t.id = m.id and (t.name, t.slug) is distinct from (s.name, s.slug)
  returning t.id
`;

/** Takes over names of categories and tags in further languages. @returns how many changed */
export async function nameInLanguages(
  transaction: Executor,
  { id, languages }: Pick<KnowledgeBase, 'id' | 'languages'>,
  names: readonly TranslatedName[],
): Promise<number> {
  let changed = 0;
  for (const edition of languages.slice(1)) {
    const here = names.filter(({ language }) => languageHere(language, languages) === edition.language);
    for (const [kind, statement] of [['category', nameCategories] as const, ['tag', nameTags] as const]) {
      const rows = here
        .filter((name) => name.kind === kind)
        .map(({ multipleGuidesName: plural, ...name }) => ({ ...name, plural }));
      const values = [edition.id, JSON.stringify(rows), id];
      if (rows.length > 0) changed += (await transaction.any(statement(values))).length;
    }
  }
  return changed;
}
