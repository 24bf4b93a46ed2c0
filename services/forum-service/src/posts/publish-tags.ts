import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldTagName } from '../model/tag.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import type { TagOutcome } from './tag-dialog.ts';

interface PublishedTag {
  name: string;
  folded_name: string;
  changed: boolean;
}

const publish = sql`
  -- Makes the tags $2 (folded) public if $3, else private; returns the previous state of those that exist.
  with locked as materialized (
    select t.id, t.name, t.folded_name, t.is_public
    from tags t
    where t.forum_id = $1 and t.folded_name = any($2::text[])
    order by t.folded_name
    for no key update
  ),
  published as (
    update tags t
    set is_public = $3
    from locked l
    where t.forum_id = $1 and t.id = l.id and t.is_public <> $3
    returning t.id
  )
  select l.name, l.folded_name, p.id is not null as changed
  from locked l
  left join published p on p.id = l.id
  order by l.folded_name
`;

/** Makes tags public or private. @throws AppError `not-found` for a tag without dialogs */
export function publishTags(
  database: Executor,
  moderation: Moderation,
  { tags, isPublic }: { tags: readonly string[]; isPublic: boolean },
): Promise<TagOutcome> {
  return moderate(database, moderation, async (transaction, { id, slug }) => {
    const rows = await transaction.any<PublishedTag>(publish([id, tags.map(foldTagName), isPublic]));
    const known = new Set(rows.map(({ folded_name }) => folded_name));
    const missing = tags.find((name) => !known.has(foldTagName(name)));
    if (missing !== undefined)
      throw new AppError('not-found', `No dialog of ${slug} has the tag ${missing}.`);
    const namesOf = (changed: boolean) =>
      rows.filter((row) => row.changed === changed).map(({ name }) => name);
    const changed = namesOf(true);
    const events = changed.length > 0 ? [{ details: { tags: changed } }] : [];
    return { events, visible: changed.length > 0, result: { changed, unchanged: namesOf(false) } };
  });
}
