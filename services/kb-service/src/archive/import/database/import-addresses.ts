import type { RefusedAddress } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { writeAddresses } from '../../../addresses/write-addresses.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { Actor } from '../../../model/permissions.ts';
import type { ImportSource } from '../import-source.ts';
import type { Changes } from '../import-summary.ts';
import type { ImportedGuides } from './import-guides.ts';

interface AddressImport {
  transaction: Executor;
  knowledgeBase: Pick<KnowledgeBase, 'id'>;
  actor: Actor;
  source: ImportSource;
}

type Guides = Pick<ImportedGuides, 'ids' | 'edited'>;

interface ImportedAddresses {
  /** Former slugs count, too. */
  changes: Changes;
  refused: RefusedAddress[];
}

const addFormerSlugs = sql`
  -- $2: JSON array of slugs that guides had before. One that a guide has, or that leads to another one, stays as it is.
  insert into former_slugs (knowledge_base_id, slug, guide_id)
  select distinct on (s.slug) $1::bigint, s.slug, s.guide
  from json_to_recordset($2) as s (slug text, guide bigint)
  where not exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
  order by s.slug, s.guide
  on conflict (knowledge_base_id, slug) do nothing
  returning slug
`;
const setExternalOfGuides = sql`
  -- $2: JSON array of what guides are elsewhere. Something that is another guide already stays that.
  update guides g
  set external = s.external
  from json_to_recordset($2) as s (guide bigint, external text)
  where g.knowledge_base_id = $1 and g.id = s.guide and g.external is distinct from s.external
    and not exists (
      select from guides o where o.knowledge_base_id = $1 and o.external = s.external and o.id <> g.id
    )
`;
const setExternalOfCategories = sql`
  -- $2: JSON array of what categories are elsewhere. Something that is another category already stays that.
  update categories c
  set external = s.external
  from json_to_recordset($2) as s (slug text, external text)
  where c.knowledge_base_id = $1 and c.slug = s.slug and c.external is distinct from s.external
    and not exists (
      select from categories o where o.knowledge_base_id = $1 and o.external = s.external and o.id <> c.id
    )
`;

/**
 * Takes over the old addresses of a source, the slugs that its guides had before, and what guides and categories are in
 * the system that they come from. Addresses that were made here stay.
 */
export async function importAddresses(step: AddressImport, guides: Guides): Promise<ImportedAddresses> {
  const { transaction, knowledgeBase, actor, source } = step;
  const { id: knowledgeBaseId } = knowledgeBase;
  await setExternal(step, guides);
  const former = await transaction.any<{ slug: string }>(
    addFormerSlugs([knowledgeBaseId, JSON.stringify(formerSlugs(source, guides))]),
  );
  const options = { knowledgeBaseId, madeBy: actor.name, madeWith: 'import', replace: 'imported' } as const;
  const { created, changed, refused } = await writeAddresses(transaction, source.addresses ?? [], options);
  return { changes: { created: created + former.length, updated: changed }, refused };
}

function formerSlugs({ guides }: ImportSource, { ids, edited }: Guides): { slug: string; guide: number }[] {
  return guides.flatMap(({ slug, former }) => {
    const guide = ids.get(slug);
    return guide === undefined || edited.has(slug) ? [] : former.map((one) => ({ slug: one, guide }));
  });
}

async function setExternal(
  { transaction, knowledgeBase: { id }, source }: AddressImport,
  { ids }: Guides,
): Promise<void> {
  const ofGuides = source.guides.flatMap(({ slug, external }) => {
    const guide = ids.get(slug);
    return external === undefined || guide === undefined ? [] : [{ guide, external }];
  });
  const ofCategories = source.categories.flatMap(({ slug, external }) =>
    external === undefined ? [] : [{ slug, external }],
  );
  if (ofGuides.length > 0)
    await transaction.none(setExternalOfGuides([id, JSON.stringify(onceEach(ofGuides))]));
  if (ofCategories.length > 0)
    await transaction.none(setExternalOfCategories([id, JSON.stringify(onceEach(ofCategories))]));
}

/** The first of those with the same identity elsewhere. */
function onceEach<Item extends { external: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item.external, item])).values()];
}

/** For people who read the summary. */
export function describeRefusal({ place, address, to, refusal }: RefusedAddress): string {
  return `${place === undefined ? '' : `${place}: `}the address ${address} does not lead to ${to}: ${refusal.message}`;
}
