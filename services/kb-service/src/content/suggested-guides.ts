import { type ContentReader, sql } from '@guidepost/postgres';
import { isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';
import { findWidgetRules } from '../tenants/widget.ts';
import { inLanguages } from './guide-records.ts';
import type { GuideTitle } from './guide-titles.ts';

const MOST_SUGGESTED = 8;

const listNamed = inLanguages(
  ({ name }) => sql`
  -- The published guides that have the slugs $3 in the main language $2, or had them unless another one has now.
  select named.slug as name, g.slug, g.title, g.shown_from
  from (
    select n.slug, n.id
    from guides n
    where n.knowledge_base_id = $2 and n.slug = any($3::text[])
    union all
    select f.slug, f.guide_id
    from former_slugs f
    where f.knowledge_base_id = $2 and f.slug = any($3::text[])
      and not exists (select from guides o where o.knowledge_base_id = $2 and o.slug = f.slug)
  ) named
  join ${name} g on g.knowledge_base_id = $1 and g.id = named.id and g.published
  order by named.slug, g.id
`,
);
const listTagged = inLanguages(
  ({ name }) => sql`
  -- The first $4 published guides of each of the tags that have the slugs $3 in the main language $2.
  select t.slug as name, g.slug, g.title, g.shown_from
  from tags t
  cross join lateral (
    select shown.slug, shown.title, shown.id, shown.shown_from
    from guide_tags m
    join ${name} shown on shown.knowledge_base_id = $1 and shown.id = m.guide_id and shown.published
    where m.knowledge_base_id = $1 and m.tag_id = t.id
    order by shown.id
    limit $4
  ) g
  where t.knowledge_base_id = $2 and t.slug = any($3::text[])
  order by t.slug, g.id
`,
);

interface NamedRow extends GuideTitle {
  name: string;
}

/** The guides of a rule, which the first one that matches the path of a page has. */
interface SuggestedGuides {
  path: string;
  guides: GuideTitle[];
}

/** The rules with the guides that readers of a language see. */
export async function listSuggestedGuides(
  executor: ContentReader,
  { id, main_id }: KnowledgeBase,
): Promise<SuggestedGuides[]> {
  const rules = await findWidgetRules(executor, main_id);
  if (rules.length === 0) return [];
  const withFallbacks = isEdition({ id, main_id });
  const slugs = [...new Set(rules.flatMap(({ guides }) => guides))];
  const tags = [...new Set(rules.flatMap((rule) => rule.tags))];
  const named = Map.groupBy(
    await executor.any<NamedRow>(listNamed(withFallbacks)([id, main_id, slugs])),
    ({ name }) => name,
  );
  const tagged = Map.groupBy(
    await executor.any<NamedRow>(listTagged(withFallbacks)([id, main_id, tags, MOST_SUGGESTED])),
    ({ name }) => name,
  );
  return rules.map((rule) => {
    const rows = [
      ...rule.guides.flatMap((slug) => named.get(slug) ?? []),
      ...rule.tags.flatMap((slug) => tagged.get(slug) ?? []),
    ];
    const guides = new Map(rows.map(({ name: _, ...guide }) => [guide.slug, guide]));
    return { path: rule.path, guides: [...guides.values()].slice(0, MOST_SUGGESTED) };
  });
}
