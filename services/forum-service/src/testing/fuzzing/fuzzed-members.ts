import { type FuzzedArea, findForms, pageArea } from '@guidepost/openapi/testing';
import { readForms } from '@guidepost/testing/markup';
import { writeComments, writeDialogs, writeForum } from '../content.ts';
import { DIALOG } from '../posts.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import type { TestService } from '../test-service.ts';
import type { FuzzedPages } from './fuzzed-desk.ts';

const POSTS = 8;
const COMMENTS = 3;

/** They end the session of who sends them, or need a link in mail: see `accountArea`. */
export const OF_ACCOUNTS =
  /\/me\/(sign-out|erase)$|\/sign-in\/(:token|confirm)$|\/(confirm|unfollow|staff-mail)\//;

export const MEMBER_KNOWN = {
  name: ['Anna Berg', 'Ann'],
  email: ['member@example.com', 'bo@example.com'],
  useremail: ['bo@example.com'],
  topic: ['Q', 'problem'],
  title: ['How?', 'Changed'],
  text: ['By pressing\nthe button.', 'https://evil.example/b.mp4'],
  report_reason: ['It is rude.'],
  follow: ['on', 'off'],
  vote: ['on', 'off'],
  query: ['title', '"how"'],
  q: ['title', 'how'],
  state: ['answered', 'none'],
  tag: ['one'],
  page: ['1', '2'],
  sort: ['votes', 'newest'],
  guide: ['31'],
  next: ['/me', '//evil.example'],
};

/** The pages of a new forum for someone who is signed in and has posted, and for visitors. */
export async function memberArea({ service, client, routes, number }: FuzzedPages): Promise<FuzzedArea> {
  const slug = `people-${number}`;
  const forumId = await writeForum(service.database, { slug });
  const member = await signIn(service, { slug, email: `member-${number}@example.com`, name: 'Anna Berg' });
  await writePosts(service, { slug, forumId, member });
  const known = { ...MEMBER_KNOWN, slug: [slug], ...(await listPosts(service, forumId)) };
  const own = routes.filter((route) => / \/forum\/:slug/.test(route) && !OF_ACCOUNTS.test(route));
  return pageArea({
    name: 'pages',
    // Messages of programs have a form of their own, which other tests generate.
    expected: own.filter((route) => !route.endsWith('/mcp')),
    routes: own,
    known,
    people: [member, member, { cookie: '', token: '' }],
    forms: await findForms({ client, routes: own, known, cookie: member.cookie, readForms }),
  });
}

/** By the member, who may change them, and by others. */
async function writePosts(
  service: TestService,
  { slug, forumId, member }: { slug: string; forumId: number; member: SignedIn },
): Promise<void> {
  const { database } = service;
  for (let index = 0; index < POSTS; index += 1) {
    await member.send(`/forum/${slug}/ask`, { ...DIALOG, title: `Title ${index}` }).expect(303);
    const { id } = await database.one('select max(id) as id from dialogs where forum_id = $1', [forumId]);
    for (let comment = 0; comment < COMMENTS; comment += 1) {
      await member.send(`/forum/${slug}/${id}/comments`, { text: `Comment ${comment}` }).expect(303);
    }
  }
  await writeDialogs(database, forumId, [{ id: 1, state: 'answered', tags: ['one'] }, { id: 2 }]);
  await writeComments(database, forumId, [{ id: 1, dialog_id: 1 }]);
  await database.none('update tags set is_public = true where forum_id = $1', [forumId]);
}

async function listPosts({ database }: TestService, forumId: number) {
  const listed = async (table: 'dialogs' | 'comments') => {
    const rows = await database.any<{ id: number }>('select id from $2:name where forum_id = $1', [
      forumId,
      table,
    ]);
    return rows.map(({ id }) => String(id));
  };
  return { id: await listed('dialogs'), comment: await listed('comments') };
}
