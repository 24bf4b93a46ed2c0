import type { MailServer } from '@guidepost/mail/testing';
import {
  writeComments,
  writeDialogs,
  writeForum,
} from '../../../services/forum-service/src/testing/content.ts';
import { signInAs } from '../../../services/forum-service/src/testing/desk-client.ts';
import { COMMENT, DIALOG, VOTE } from '../../../services/forum-service/src/testing/posts.ts';
import {
  startTestService,
  type TestService,
} from '../../../services/forum-service/src/testing/test-service.ts';
import { PATHS } from '../content.ts';
import type { Place } from '../place.ts';
import { type Action, any, signInAndOut, tokenIn, type Visit } from './visits.ts';

type DeskClient = Awaited<ReturnType<typeof signInAs>>;

const WORDS = ['title', 'button', 'manual', 'numbered', 'manuel', '"the button"'];
const PAGES = ['/queue', '/dialogs/1001', '/insights', '/blocks'];
const DESK = '/desk/forum/help';

/** The visits of readers, members, programs and moderators of a forum. @param hooks where changes are sent */
export async function prepareForum(
  { servers, folder }: Place,
  hooks: string,
  mail: MailServer,
): Promise<{ environment: Record<string, string>; actions: readonly Action[] }> {
  const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  servers.defer(() => service.stop());
  await writeContent(service);
  const moderator = await signInAs(service, { slug: 'help', role: 'owner', name: 'Mo Ek' });
  await moderator.post(`${DESK}/webhooks`, { url: hooks, 'event[comment.created]': 'on' }).expect(200);
  const open = new Posts();
  const words = (number: number) => encodeURIComponent(any(WORDS, number));
  return {
    environment: { FORUM_DATABASE_URL: service.url, FORUM_FILES_DIRECTORY: folder },
    actions: [
      [30, (visit, number) => visit(200, any(PATHS.forum, number))],
      [6, (visit, number) => visit(200, `/api/search/help/${words(number)}.json`)],
      [3, (visit, number) => visit(200, `/forum/help/search?query=${words(number)}`)],
      [2, (visit, number) => ask(visit, open, number)],
      [4, (visit, number) => visit(201, `/api/comment/help/${open.any()}`, { json: comment(number) })],
      [3, (visit, number) => visit(201, `/api/vote/help/${open.any()}`, { json: vote(number) })],
      [3, (visit, number) => visit(200, `${DESK}${any(PAGES, number)}`, moderator)],
      [1, (visit, number) => answer(visit, moderator, open, number)],
      [0.3, (visit) => signInAndOut(visit, 'mo.ek@example.com')],
      [0.5, (visit, number) => beMember(visit, mail, number)],
    ],
  };
}

async function writeContent({ database }: TestService): Promise<void> {
  const forum = await writeForum(database, { slug: 'help' });
  await writeDialogs(database, forum, [{ id: 1001, state: 'answered', tags: ['known'] }, { id: 1002 }]);
  await writeComments(database, forum, [{ id: 1101, dialog_id: 1001, text: 'So.' }]);
  // Beyond the numbers that are written to the tables.
  for (const sequence of ['dialog_ids', 'comment_ids', 'posters_id_seq'])
    await database.none('alter sequence $1~ restart with 1000000', [sequence]);
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
  const useremail = `commenter-${number}@example.com`;
  return { ...COMMENT, useremail, text: `Press the button ${number} times.` };
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
  const form = { name: `Member ${number}` };
  const { cookie } = await visit(303, '/forum/help/sign-in/confirm', { cookie: clicked, form });
  const { text } = await visit(200, '/forum/help/me/account', { cookie });
  const member_token = tokenIn(text, 'member_token');
  for (const follow of ['on', 'off'])
    await visit(303, '/forum/help/1001/follow', { cookie, form: { member_token, follow } });
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
