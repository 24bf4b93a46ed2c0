import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Moderation, moderate } from '../audit/moderate.ts';
import { foldTagName } from '../model/tag.ts';
import type { TagOutcome } from './tag-dialog.ts';

interface PublishedTag {
  name: string;
  folded_name: string;
  changed: boolean;
}

const publish = preparedStatement(new URL('./sql/publish-tags.sql', import.meta.url));

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
