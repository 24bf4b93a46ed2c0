import { dirname } from 'node:path';
import type { Executor } from '@guidepost/postgres';
import { findLinkKinds } from '../../files/link-kinds.ts';
import { filesOf } from '../../model/addresses.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { openArchive, readLines } from './archive-file.ts';
import type { ImportRequest, ImportSummary } from './import-forum.ts';
import { createProgressCounts } from './import-progress.ts';
import { createOwnLinks } from './own-links.ts';
import { createFileCheck } from './place-files.ts';
import { readDialogs } from './read-dialogs.ts';
import { createImportedIdentities } from './read-post.ts';

/**
 * The report of what an import would do, except for ids that are taken and for dialogs that the forum has already: all
 * lines are read and checked, and nothing is changed.
 * @throws AppError `not-found`; `invalid` when the file cannot be read
 */
export async function checkArchive(database: Executor, request: ImportRequest): Promise<ImportSummary> {
  const { slug, path, secret, publicUrl, signal, onStart, onBatch } = request;
  const file = await openArchive(path);
  const forum = await requireForum(database, slug);
  const identities = await createImportedIdentities(secret, forum.id);
  const place = { forumId: forum.id, files: filesOf(publicUrl, slug) };
  const kindsOf = (texts: readonly string[]) => findLinkKinds(database, place, texts);
  const counts = createProgressCounts();
  onStart?.(file.lines, 0);
  for await (const { number, dialog, refusals } of readDialogs(readLines(file, 0), {
    forum,
    identities,
    kindsOf,
    placeFile: createFileCheck(dirname(path)),
    ownLinks: createOwnLinks(publicUrl, forum),
  })) {
    signal.throwIfAborted();
    const refused = refusals.map((refusal) => ({ ...refusal, line: number }));
    counts.add(dialog, refused);
    onBatch?.(1, refused);
  }
  return { slug, ...counts.summary(file.lines), resumed_after: 0, finished_before: false };
}
