import { type SqlPart, sql } from '@guidepost/postgres';
import { type Inclusion, MAX_INCLUDED } from '../model/listing.ts';
import { guideBytes, inLanguages } from './guide-records.ts';

/** The values that are bound to inclusions beside the knowledge base ($1). */
const included = {
  /** The IDs of the resources whose guides are included. */
  sources: sql.part`$2::bigint[]`,
  mostGuides: sql.part`$3`,
  mostBytes: sql.part`$4`,
  withContent: sql.part`$5`,
};

/**
 * Reads the guides that `linkage` selects as `source`, `target` and `place`: each once, with its sources and its place
 * among their targets. If there are too many of them or they do not fit into a document, the only row has no ID.
 */
function inclusionOf(linkageIn: (guides: SqlPart) => SqlPart): Inclusion {
  const statementOf = inLanguages(
    ({ name, record }) => sql`
    with linkage as materialized (${linkageIn(name)}), records as (
      select t.sources, t.places, g.*
      from (
        select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
      ) t
      join ${name} g on g.knowledge_base_id = $1 and g.id = t.target
    ), size as (
      select count(*),
        count(*) <= ${included.mostGuides}
          and coalesce(sum(${guideBytes(sql.part`g`, included.withContent)}), 0) <= ${included.mostBytes} as fits
      from records g
    )
    select ${record}, g.sources as included_sources, g.places as included_places,
      case when ${included.withContent}::boolean then g.content_html end as content_html
    from size
    left join records g on size.fits
    where size.count > 0
  `,
  );
  return ({ knowledgeBaseId, sources, attributes, mostBytes, withFallbacks }) =>
    statementOf(withFallbacks)([
      knowledgeBaseId,
      sources,
      MAX_INCLUDED,
      mostBytes,
      attributes.has('content_html'),
    ]);
}

/** All published guides, by ID; the source is the knowledge base itself. */
export const guidesOfKnowledgeBase = inclusionOf(
  (guides) => sql.part`
    select g.knowledge_base_id as source, g.id as target, 0 as place
    from ${guides} g
    where g.knowledge_base_id = $1 and g.knowledge_base_id = any(${included.sources}) and g.published
`,
);

/** The published guides of categories, in the order of each. */
export const guidesOfCategories = inclusionOf(
  (guides) => sql.part`
    select m.category_id as source, m.guide_id as target, m.position as place
    from guide_categories m
    join ${guides} g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.category_id = any(${included.sources})
`,
);

/** The published guides with tags, by ID. */
export const guidesOfTags = inclusionOf(
  (guides) => sql.part`
    select m.tag_id as source, m.guide_id as target, 0 as place
    from guide_tags m
    join ${guides} g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.tag_id = any(${included.sources})
`,
);
