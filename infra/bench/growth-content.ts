import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { fillForum } from '../../services/forum-service/src/testing/large-forum.ts';
import { writeManyGuides } from '../../services/kb-service/src/testing/many-guides.ts';
import { FORUM, HOST } from './content.ts';
import { runCommand } from './processes.ts';

/** How much there is of everything. */
export interface GrownSize {
  dialogs: number;
  guides: number;
}

export interface GrownContent {
  urls: { kb: string; forum: string };
  size: GrownSize;
  /** An access key for the forum. */
  key: string;
}

/** Without the texts of search, which these cases do not ask. */
const FORGET_SEARCH = 'truncate search_queue';

/** Posts take the next IDs. */
const CONTINUE_IDS = `
  select setval('dialog_ids', max(id)) from dialogs;
  select setval(pg_get_serial_sequence('posters', 'id'), max(id)) from posters;
`;

/** Five comments on every fifth dialog. */
const ADD_COMMENTS = `
  insert into comments (forum_id, dialog_id, text, text_html, renderer, pub_date, poster_id, author_name)
  select d.forum_id, d.id, 'x', '<p>' || repeat('x ', 100) || '</p>', 1, d.pub_date + n * interval '1 minute',
    1 + (d.id + n) % 500, 'Anna'
  from dialogs d cross join generate_series(1, 5) n
  where d.id % 5 = 0
`;

/** Fills both databases in bulk. */
export async function grow(urls: GrownContent['urls'], size: GrownSize): Promise<GrownContent> {
  await runCommand('kb', urls.kb, ['migrate']);
  await inDatabase(urls.kb, async (database) => {
    await writeManyGuides(database, HOST, size.guides);
    await database.none(FORGET_SEARCH);
  });
  await runCommand('forum', urls.forum, ['account', 'create', 'Bench']);
  await runCommand('forum', urls.forum, ['create', FORUM, '--account', 'Bench', '--name', 'Bench']);
  await runCommand('forum', urls.forum, ['account', 'set', 'Bench', 'api-keys', 'on']);
  const { document } = await runCommand('forum', urls.forum, ['key', 'create', 'Bench', 'bench']);
  await inDatabase(urls.forum, async (database) => {
    const { id } = await database.one<{ id: number }>('select id from forums');
    await fillForum(database, id, { dialogs: size.dialogs, comments: 0 });
    await database.none(ADD_COMMENTS);
    await database.multi(CONTINUE_IDS);
    await database.none(FORGET_SEARCH);
  });
  return { urls, size, key: String(document.key) };
}

async function inDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
  await work(database);
  await database.none('vacuum analyze');
  await closeDatabase(database);
}
