import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../model/permissions.ts';
import type { WidgetFiles } from '../widget/widget-files.ts';
import { changeKnowledgeBase } from './changes.ts';

const MOST_VERSIONS = 10;

const list = sql`
  select v.version, v.loader, v.kept_at
  from widget_versions v
  where v.knowledge_base_id = $1
  order by v.kept_at desc, v.version
`;
const find = sql`
  select v.loader, v.panel
  from widget_versions v
  where v.knowledge_base_id = $1 and v.version = $2
`;
const insert = sql`
  insert into widget_versions (knowledge_base_id, version, loader, panel)
  values ($1, $2, $3, $4)
`;
const remove = sql`
  delete from widget_versions v
  where v.knowledge_base_id = $1 and v.version = $2
  returning v.version
`;

export interface KeptVersion {
  version: string;
  loader: string;
  kept_at: Date;
}

/** The versions that are kept for pages that name them, the newest first. */
export function listWidgetVersions(executor: Executor, id: number): Promise<KeptVersion[]> {
  return executor.any<KeptVersion>(list([id]));
}

export function findWidgetVersion(
  executor: ContentReader,
  { id, version }: { id: number; version: string | undefined },
): Promise<Pick<WidgetFiles, 'loader' | 'panel'> | null> {
  return executor.oneOrNone<Pick<WidgetFiles, 'loader' | 'panel'>>(find([id, version ?? '']));
}

/**
 * Keeps a version as it is, also when the service is updated, or no longer.
 * @throws AppError `conflict` if there are many already
 */
export function changeWidgetVersions(
  database: Executor,
  actor: Actor,
  { host, ...wanted }: { host: string } & ({ keep: WidgetFiles } | { remove: string }),
): Promise<void> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id }) => {
    const changed =
      'keep' in wanted
        ? await keep(transaction, id, wanted.keep)
        : (await transaction.oneOrNone(remove([id, wanted.remove]))) !== null;
    const version = 'keep' in wanted ? `+ ${wanted.keep.version}` : `− ${wanted.remove}`;
    return { changed, result: undefined, audit: changed ? { details: { widget: version } } : [] };
  });
}

async function keep(transaction: Executor, id: number, files: WidgetFiles): Promise<boolean> {
  const { version, loader, panel } = files;
  const kept = await listWidgetVersions(transaction, id);
  if (kept.some((each) => each.version === version)) return false;
  if (kept.length >= MOST_VERSIONS) {
    const message = `At most ${MOST_VERSIONS} versions are kept. Remove one that no page names any more.`;
    throw new AppError('conflict', message, { reason: 'manyVersions' });
  }
  await transaction.none(insert([id, version, loader, panel]));
  return true;
}
