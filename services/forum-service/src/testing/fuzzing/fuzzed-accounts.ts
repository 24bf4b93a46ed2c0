import type { DeskClient } from '@guidepost/desk/testing';
import { type FuzzedArea, findForms, pageArea } from '@guidepost/openapi/testing';
import { readForms } from '@guidepost/testing/markup';
import { stopNoticesTokenOf, stopTokenOf } from '../../mail/mailed-links.ts';
import { createPosterSecret } from '../../people/posters.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { writeDialogs, writeForum } from '../content.ts';
import { signInAs } from '../desk-client.ts';
import { askForLink, follow, linkTo, signIn } from '../signed-in.ts';
import type { TestService } from '../test-service.ts';
import type { FuzzedPages } from './fuzzed-desk.ts';
import { MEMBER_KNOWN, OF_ACCOUNTS } from './fuzzed-members.ts';

const PEOPLE = 4;

/**
 * Requests that sign in or out, change a password or follow a link in mail; several people, since some end sessions.
 */
export async function accountArea({ service, client, routes, number }: FuzzedPages): Promise<FuzzedArea> {
  const slug = `leaving-${number}`;
  const forumId = await writeForum(service.database, { slug });
  await writeDialogs(service.database, forumId, [{ id: 1 }]);
  const staff = [];
  const members = [];
  const links: string[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const owner = await signInAs(service, { slug, role: 'owner' });
    await owner.post(`/desk/forum/${slug}/notifications`, { posts: 'daily', reports: 'daily' }).expect(303);
    staff.push(owner);
    const email = `leaver-${number}-${index}@example.com`;
    const member = await signIn(service, { slug, email, name: `Leaver ${index}` });
    await member.send(`/forum/${slug}/1/follow`, { follow: 'on' }).expect(303);
    members.push(member);
    const waiting = `waiting-${number}-${index}@example.com`;
    await askForLink(service, slug, waiting).expect(200);
    links.push(await linkTo(service, waiting), await askToFollow(service, slug, waiting));
  }
  const clicked = await Promise.all(
    links.filter((link) => link.includes('/sign-in/')).map((link) => follow(service, link)),
  );
  const stops = await stopLinks(service, forumId, staff);
  const known = {
    ...MEMBER_KNOWN,
    slug: [slug],
    tenant: [slug],
    email: [
      ...members.map((_, index) => `leaver-${number}-${index}@example.com`),
      ...staff.map(({ name }) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`),
    ],
    password: ['correct horse battery staple'],
    current: ['correct horse battery staple'],
    id: stops.map(([id]) => String(id)),
    token: [...links.map((link) => link.split('/').at(-1) ?? ''), ...stops.map(([, token]) => token)],
  };
  const read = routes.filter((route) =>
    / \/(desk\/(?!forum\/)|forum\/:slug\/(me|sign-in|confirm))/.test(route),
  );
  const own = routes.filter(
    (route) => OF_ACCOUNTS.test(route) || (/ \/desk\/(?!forum\/)/.test(route) && !/assets/.test(route)),
  );
  const cookies = [staff[0]?.cookie, clicked[0], members[0]?.cookie].map((cookie) => cookie ?? '');
  const formsOf = (cookie: string) => findForms({ client, routes: read, known, cookie, readForms });
  return pageArea({
    name: 'accounts',
    // Others need a session, which these end.
    expected: own.filter((route) => OF_ACCOUNTS.test(route) || route.endsWith('/desk/sign-in')),
    routes: own,
    known,
    people: [...staff, ...members, ...clicked.map((cookie) => ({ cookie, token: '' }))],
    forms: new Map((await Promise.all(cookies.map(formsOf))).flatMap((forms) => [...forms])),
  });
}

/** Numbers and tokens of the links that stop mail. */
async function stopLinks({ database }: TestService, forumId: number, people: readonly DeskClient[]) {
  const secret = createPosterSecret(database, undefined);
  const followers = await database.any<{ id: number }>(
    'select id from followers where forum_id = $1 and confirmed',
    [forumId],
  );
  const links = [
    ...followers.map(async ({ id }) => [id, await stopTokenOf(secret, { forumId, id })] as const),
    ...people.map(
      async ({ personId: id }) => [id, await stopNoticesTokenOf(secret, { forumId, id })] as const,
    ),
  ];
  return Promise.all(links);
}

async function askToFollow({ context, database }: TestService, slug: string, email: string): Promise<string> {
  const forum = await requireForum(database, slug);
  await context.followers.follow({ forum, dialogId: 1, email, sender: '192.0.2.1' });
  const { text } = await database.one<{ text: string }>(
    `select content ->> 'text' as text from outgoing_mail where recipient = $1 order by id desc limit 1`,
    [email],
  );
  return /https?:\/\/\S+\/confirm\/\S+/.exec(text)?.[0] ?? '';
}
