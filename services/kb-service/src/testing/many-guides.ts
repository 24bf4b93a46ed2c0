import type { Database } from '@guidepost/postgres';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { OPERATOR } from './content.ts';

/**
 * Creates guides faster than an import, each in 5 of 100 categories and with 10 of 300 tags.
 * @returns the ID of the knowledge base
 */
export async function writeManyGuides(database: Database, host: string, guides: number): Promise<number> {
  const { id } = await database.one<{ id: number }>(
    `insert into knowledge_bases (host, name, organization_name, access) values ($1, 'Many', 'Example Ltd', 'public')
     returning id`,
    [host],
  );
  await database.none(
    `insert into categories (knowledge_base_id, slug, name, multiple_guides_name, position)
     select $1, 'c-' || n, 'C ' || n, 'C', n from generate_series(0, 99) n`,
    [id],
  );
  await database.none(
    `update categories c set parent_category_id = p.id from categories p
     where c.knowledge_base_id = $1 and p.knowledge_base_id = $1 and c.position > 9 and p.position = c.position % 10`,
    [id],
  );
  await database.none(
    `insert into tags (knowledge_base_id, slug, name)
     select $1, 't-' || n, 'T ' || n from generate_series(0, 299) n`,
    [id],
  );
  await database.none(
    `insert into guides (knowledge_base_id, slug, title, content_html, content_bytes, published)
     select $1, 'g-' || n, 'Guide ' || n, '<p>word' || n % 100 || '</p>', 20, true from generate_series(1, $2) n`,
    [id, guides],
  );
  await database.none(
    `insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
     select $1, c.id, g.id, g.id
     from guides g
     cross join generate_series(0, 4) n
     join categories c on c.knowledge_base_id = $1 and c.position = (g.id * 7 + n * 13) % 100
     where g.knowledge_base_id = $1`,
    [id],
  );
  await database.none(
    `insert into guide_tags (knowledge_base_id, tag_id, guide_id)
     select $1, t.id, g.id
     from guides g
     cross join generate_series(0, 9) n
     join tags t on t.knowledge_base_id = $1 and t.slug = 't-' || (g.id * 11 + n * 29) % 300
     where g.knowledge_base_id = $1`,
    [id],
  );
  await database.none(
    `insert into guide_vote_counts (knowledge_base_id, guide_id, upvotes, downvotes)
     select $1, g.id, 1 + g.id % 7, g.id % 3 from guides g where g.knowledge_base_id = $1`,
    [id],
  );
  const change = { host, actor: OPERATOR, action: 'import' } as const;
  await changeKnowledgeBase(database, change, async () => ({ changed: true, result: undefined }));
  return id;
}
