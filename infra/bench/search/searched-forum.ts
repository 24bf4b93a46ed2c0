import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bindFoundDialogs } from '../../../services/forum-service/src/search/found-dialogs.ts';
import { archiveLines } from '../../archives/archive.ts';
import type { BenchPlace } from '../bench-place.ts';
import { withDatabase } from '../forum/content.ts';
import { ACCOUNT } from '../forum/import-archive.ts';
import { runForumCommand } from '../measured-command.ts';
import { PAGE, type SearchedService } from './searched-service.ts';

/** What posts to this forum are sent to. */
export const SLUG = 'searched';

const SIZE = { dialogs: 100_000, comments: 200_000, seed: 3 };

/** Imports dialogs, two comments each on average, into a forum. */
export async function fillSearchedForum({
  databaseUrl,
  directory,
  divisor,
}: BenchPlace): Promise<SearchedService> {
  const size = { ...SIZE, dialogs: SIZE.dialogs / divisor, comments: SIZE.comments / divisor };
  const archive = join(directory, 'searched.ndjson');
  await pipeline(archiveLines(size), createWriteStream(archive));
  await runForumCommand(databaseUrl, 'account', 'create', ACCOUNT);
  await runForumCommand(databaseUrl, 'create', SLUG, '--account', ACCOUNT, '--name', 'Searched');
  await runForumCommand(databaseUrl, 'import', SLUG, archive);
  return searchedForum(databaseUrl, size.dialogs);
}

async function searchedForum(databaseUrl: string, dialogs: number): Promise<SearchedService> {
  const forumId = await withDatabase(databaseUrl, async (database) => {
    const { id } = await database.one<{ id: number }>('select id from forums where slug = $1', [SLUG]);
    return id;
  });
  const page = { forumId, start: 0, limit: PAGE, order: undefined, archivedToo: false };
  return {
    name: 'forum-service',
    noun: 'dialogs',
    documents: dialogs,
    databaseUrl,
    searchPath: (query) => `/api/search/${SLUG}/${encodeURIComponent(query)}.json?limit=${PAGE}`,
    headers: {},
    readPage: (database, ids) => database.any(bindFoundDialogs({ ...page, ids })),
  };
}
