import { writeComments, writeDialogs, writeForum, writeKey } from './content.ts';
import type { TestService } from './test-service.ts';

/** Characters that XML forbids, and text that could end a script or element. */
const HOSTILE_TEXT = 'a]]>b</script>&amp;<!--\u0001\u001f\ufffe\uffff\u2028\u2029';

/** Marks content that requires a key. */
export const FOR_EDITORS = 'canary-of-editors';

/** Marks content that the API never returns. */
export const NEVER_PUBLIC = 'canary-never-public';

/** All read paths, for the example forum; `.json` stands for any ending. */
export const READS = [
  { path: '/api/help.json', list: true },
  { path: '/api/help/questions,p.json', list: true },
  { path: '/api/popular/help.json', list: true },
  { path: '/api/popular/help/q.json', list: true },
  { path: '/api/dialog/help/1.json' },
  { path: '/api/comment/help/1.json', list: true },
  { path: '/api/comment/help/1/11.json' },
  { path: '/api/properties/help.json' },
  { path: '/api/tag/help/urgent,b%2Fc.json', list: true, keyed: true },
  { path: '/api/taglist/help.json', list: true, keyed: true },
].map(({ path, list = false, keyed = false }) => ({ path, list, keyed }));

/** The forum `help` with one of everything, and a key. */
export async function writeExample({
  database,
}: Pick<TestService, 'database'>): Promise<{ forumId: number; key: string }> {
  const forumId = await writeForum(database, { slug: 'help' });
  await database.none('update forums set name = $2, intro_message = $2 where id = $1', [
    forumId,
    HOSTILE_TEXT,
  ]);
  await writeDialogs(database, forumId, [
    { id: 1, title: HOSTILE_TEXT, text: HOSTILE_TEXT, name: HOSTILE_TEXT, tags: ['urgent', 'b/c'] },
    { id: 2, topic: 'P', archived: true, title: FOR_EDITORS, tags: ['urgent', FOR_EDITORS] },
  ]);
  await database.none(`update dialogs set metadata = jsonb_build_object('customer', $1)`, [NEVER_PUBLIC]);
  await writeComments(database, forumId, [
    { id: 11, dialog_id: 1, text: HOSTILE_TEXT, name: HOSTILE_TEXT, work_title: HOSTILE_TEXT },
    { id: 12, dialog_id: 1, held: true, text: NEVER_PUBLIC },
  ]);
  await database.none(`update posters set email = $1 || '@example.com'`, [NEVER_PUBLIC]);
  return { forumId, key: await writeKey(database, forumId) };
}
