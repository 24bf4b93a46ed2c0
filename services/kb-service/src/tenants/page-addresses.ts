import { type ContentReader, sql } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

export interface AddressedPage {
  kind: 'categories' | 'guides';
  id: number;
  slug: string;
  /** Null for categories. */
  updated_at: Date | null;
}

interface AddressRow extends Omit<AddressedPage, 'kind'> {
  total: number;
  /** Null in the only row of an empty slice. */
  kind: AddressedPage['kind'] | null;
}

const listAddresses = sql`
  -- The pages of a sitemap except the home page: categories, then guides; a slice with the total.
  select total.count as total, page.kind, page.id, page.slug, page.updated_at
  from (
    select (select count(*) from categories c where c.knowledge_base_id = $1 and c.visible)
      + (select k.published_guides from knowledge_bases k where k.id = $1) as count
  ) total
  left join (
    select 'categories' as kind, c.id, c.slug, null::timestamptz as updated_at
    from categories c
    where c.knowledge_base_id = $1 and c.visible
    union all
    select 'guides', g.id, g.slug, g.updated_at
    from guides g
    where g.knowledge_base_id = $1 and g.published
    order by 1, 2
    limit $2 offset $3
  ) page on true
`;

export interface TranslatedPage extends AddressedPage {
  /** The id of each language that has the page, with its slug there. */
  places: [knowledgeBaseId: number, slug: string][];
}

type TranslatedRow = AddressRow & Pick<TranslatedPage, 'places'>;

const listTranslated = sql`
  -- The same for one of the languages $4, with the slugs in all of them: guides that have a text of their own.
  select total.count as total, page.kind, page.id, page.slug, page.updated_at,
    case page.kind
      when 'guides' then (
        select json_agg(json_build_array(t.knowledge_base_id, t.slug))
        from guides t
        where t.knowledge_base_id = any($4::bigint[]) and t.id = page.id and t.published
      )
      else (
        select json_agg(json_build_array(t.knowledge_base_id, t.slug))
        from categories t
        where t.knowledge_base_id = any($4::bigint[]) and t.id = page.id and t.visible
      )
    end as places
  from (
    select (select count(*) from categories c where c.knowledge_base_id = $1 and c.visible)
      + (select count(*) from guides g where g.knowledge_base_id = $1 and g.published) as count
  ) total
  left join (
    select 'categories' as kind, c.id, c.slug, null::timestamptz as updated_at
    from categories c
    where c.knowledge_base_id = $1 and c.visible
    union all
    select 'guides', g.id, g.slug, g.updated_at
    from guides g
    where g.knowledge_base_id = $1 and g.published
    order by 1, 2
    limit $2 offset $3
  ) page on true
`;

/** A slice of the pages of one of several languages: visible categories, then guides with a text of their own. */
export async function listTranslatedAddresses(
  executor: ContentReader,
  {
    knowledgeBase: { id, languages },
    limit,
    offset,
  }: { knowledgeBase: Pick<KnowledgeBase, 'id' | 'languages'>; limit: number; offset: number },
): Promise<{ total: number; pages: TranslatedPage[] }> {
  const values = [id, limit, offset, languages.map((one) => one.id)];
  const rows = await executor.any<TranslatedRow>(listTranslated(values));
  const pages = rows.flatMap(({ total: _, kind, ...page }) => (kind === null ? [] : [{ ...page, kind }]));
  return { total: rows[0]?.total ?? 0, pages };
}

/** A slice of the pages of a knowledge base: visible categories, then published guides. */
export async function listPageAddresses(
  executor: ContentReader,
  { knowledgeBaseId, limit, offset }: { knowledgeBaseId: number; limit: number; offset: number },
): Promise<{ total: number; pages: AddressedPage[] }> {
  const rows = await executor.any<AddressRow>(listAddresses([knowledgeBaseId, limit, offset]));
  const pages = rows.flatMap(({ kind, id, slug, updated_at }) =>
    kind === null ? [] : [{ kind, id, slug, updated_at }],
  );
  return { total: rows[0]?.total ?? 0, pages };
}
