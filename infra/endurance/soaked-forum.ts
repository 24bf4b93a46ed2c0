import type { MailServer } from '@guidepost/mail/testing';
import { writeComments, writeDialogs, writeForum } from '../../services/forum-service/src/testing/content.ts';
import { signInAs } from '../../services/forum-service/src/testing/desk-client.ts';
import { COMMENT, DIALOG, VOTE } from '../../services/forum-service/src/testing/posts.ts';
import { startTestService } from '../../services/forum-service/src/testing/test-service.ts';
import { PATHS } from '../replica/both-services.ts';
import type { SoakedService } from './soak-load.ts';
import { signInAndOut } from './soaked-kb.ts';
import { tokenIn, type Visit } from './visitor.ts';

type DeskClient = Awaited<ReturnType<typeof signInAs>>;

const WORDS = ['title', 'button', 'manual', 'numbered', 'manuel', '"the button"'];
const DESK = '/desk/forum/help';

interface Needs {
  /** Where changes are sent. */
  hooks: string;
  mail: MailServer;
  files: string;
}

/** What readers, members, programs and moderators of a forum do. */
export async function prepareForum(
  { hooks, mail, files }: Needs,
  servers: AsyncDisposableStack,
): Promise<SoakedService> {
  const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  servers.defer(() => service.stop());
  const forum = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forum, [
    { id: 1001, state: 'answered', tags: ['known'] },
    { id: 1002 },
  ]);
  await writeComments(service.database, forum, [{ id: 1101, dialog_id: 1001, text: 'So.' }]);
  // Beyond the numbers that are written to the tables.
  for (const sequence of ['dialog_ids', 'comment_ids', 'posters_id_seq'])
    await service.database.none('alter sequence $1~ restart with 1000000', [sequence]);
  const moderator = await signInAs(service, { slug: 'help', role: 'owner', name: 'Mo Ek' });
  await moderator.post(`${DESK}/webhooks`, { url: hooks, 'event[comment.created]': 'on' }).expect(200);
  const any = (list: readonly string[], number: number) => list[number % list.length] ?? '';
  const open = new Posts();
  return {
    name: 'forum',
    environment: { FORUM_DATABASE_URL: service.url, FORUM_FILES_DIRECTORY: files },
    actions: [
      { weight: 30, run: (visit, number) => visit(200, any(PATHS.forum, number)) },
      {
        weight: 6,
        run: (visit, number) => visit(200, `/api/search/help/${encodeURIComponent(any(WORDS, number))}.json`),
      },
      { weight: 3, run: (visit, number) => visit(200, `/forum/help/search?query=${any(WORDS, number)}`) },
      { weight: 2, run: (visit, number) => ask(visit, open, number) },
      {
        weight: 4,
        run: (visit, number) => visit(201, `/api/comment/help/${open.any()}`, { json: comment(number) }),
      },
      {
        weight: 3,
        run: (visit, number) => visit(201, `/api/vote/help/${open.any()}`, { json: vote(number) }),
      },
      {
        weight: 3,
        run: (visit, number) =>
          visit(200, `${DESK}${any(['/queue', '/dialogs/1001', '/insights', '/blocks'], number)}`, moderator),
      },
      { weight: 1, run: (visit, number) => answer(visit, moderator, open, number) },
      { weight: 0.3, run: (visit) => signInAndOut(visit, 'mo.ek@example.com') },
      { weight: 0.5, run: (visit, number) => beMember(visit, mail, number) },
    ],
  };
}

const MOST_POSTS = 200;
/** Letters that others may still wait for. */
const MOST_WAITING = 500;

/** The latest dialogs. */
class Posts {
  readonly #ids = [1001];

  add(id: number): void {
    this.#ids.push(id);
    if (this.#ids.length > MOST_POSTS) this.#ids.shift();
  }

  any(): number {
    return this.#ids[Math.floor(Math.random() * this.#ids.length)] ?? 1001;
  }
}

function comment(number: number): object {
  return {
    ...COMMENT,
    useremail: `commenter-${number}@example.com`,
    text: `Press the button ${number} times.`,
  };
}

function vote(number: number): object {
  return { ...VOTE, useremail: `voter-${number}@example.com` };
}

async function ask(visit: Visit, open: Posts, number: number): Promise<void> {
  const json = { ...DIALOG, useremail: `asker-${number}@example.com`, title: `Numbered ${number}` };
  const { location } = await visit(201, '/api/help', { json });
  open.add(Number(/(\d+)\.json$/.exec(location)?.[1]));
}

async function answer(
  visit: Visit,
  { cookie, token }: DeskClient,
  open: Posts,
  number: number,
): Promise<void> {
  const form = { token, text: `**Answer** ${number}`, state: 'answered' };
  await visit(303, `${DESK}/dialogs/${open.any()}/answer`, { cookie, form });
}

/** Signs in by a link in mail, posts, follows and signs out. */
async function beMember(visit: Visit, mail: MailServer, number: number): Promise<void> {
  const email = `member-${number}@example.com`;
  await visit(200, '/forum/help/sign-in', { form: { email } });
  const { text: letter = '' } = await mail.messageTo(email);
  forget(mail, email);
  const [, link = ''] = /https?:\/\/[^/]+(\/forum\/\S+\/sign-in\/gpl_\S+)/.exec(letter) ?? [];
  const { cookie: clicked } = await visit(303, link);
  const { cookie } = await visit(303, '/forum/help/sign-in/confirm', {
    cookie: clicked,
    form: { name: `Member ${number}` },
  });
  const { text } = await visit(200, '/forum/help/me/account', { cookie });
  const member_token = tokenIn(text, 'member_token');
  await visit(303, '/forum/help/1001/follow', { cookie, form: { member_token, follow: 'on' } });
  await visit(303, '/forum/help/1001/follow', { cookie, form: { member_token, follow: 'off' } });
  await visit(200, '/forum/help/me', { cookie });
  await visit(303, '/forum/help/me/sign-out', { cookie, form: { member_token } });
}

/** Half an hour of mail would fill this process. */
function forget({ received, recipients }: MailServer, email: string): void {
  const place = recipients.findIndex((to) => to.includes(email));
  const old = Math.max(0, place - MOST_WAITING);
  received.splice(0, old);
  recipients.splice(0, old);
}
