import { archiveDialogs, restoreDialogs } from '../../services/forum-service/src/posts/archive-dialogs.ts';
import { deleteComments } from '../../services/forum-service/src/posts/delete-comments.ts';
import { deleteDialogs } from '../../services/forum-service/src/posts/delete-dialogs.ts';
import { createAccount } from '../../services/forum-service/src/tenants/accounts.ts';
import { createForum } from '../../services/forum-service/src/tenants/administration.ts';
import { newMark, nextProse, type Started, type Subject } from './examined-service.ts';
import { type Promised, promise, send } from './ledger.ts';

const slug = 'faults';
const EDITOR = {
  slug,
  actor: { name: 'search:faults', role: 'owner', door: 'cli' },
  action: 'dialog archive',
} as const;

/** A forum with dialogs and comments posted over HTTP, some of which editors remove. */
export async function examineForum({ database, origin, ledger }: Started): Promise<Subject> {
  await createAccount(database, { name: 'Faults', allows_metadata: false, allows_keys: false });
  const named = { name: 'Faults', formal_name: 'Faults', language: 'en' };
  const { id } = await createForum(database, { slug, account: 'Faults', ...named, topics: ['Q'] });
  const comments = new Map<string, number>();

  async function post(path: string, body: object): Promise<number | undefined> {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await send(ledger, 'post', () => fetch(`${origin}/api/${path}`, request));
    await answer?.body?.cancel();
    return answer?.status === 201
      ? Number(/(\d+)\.json$/.exec(answer.headers.get('location') ?? '')?.[1])
      : undefined;
  }

  async function create(): Promise<void> {
    const mark = newMark();
    const prose = nextProse();
    const dialog = await post(slug, { ...prose, topic: 'Q', title: `${prose.title} ${mark}` });
    if (dialog !== undefined) promise(ledger, dialog, mark);
  }

  async function comment({ id: dialog, marks }: Promised): Promise<void> {
    const mark = newMark();
    const { name, useremail, text } = nextProse();
    const made = await post(`comment/${slug}/${dialog}`, { name, useremail, text: `${text} ${mark}` });
    if (made === undefined) return;
    comments.set(mark, made);
    marks.set(mark, true);
  }

  async function deleteComment({ marks }: Promised): Promise<void> {
    const mark = [...marks.keys()].find((one) => marks.get(one) && comments.has(one));
    if (mark === undefined) return;
    await deleteComments(database, EDITOR, [comments.get(mark) ?? 0]);
    marks.set(mark, false);
  }

  const move = (work: typeof archiveDialogs | typeof deleteDialogs) => (record: Promised) =>
    work(database, EDITOR, [record.id]);
  return {
    tenant: { id, language: 'en' },
    create,
    changes: [
      { of: 'shown', make: comment },
      { of: 'shown', make: comment },
      { of: 'shown', make: deleteComment },
      { of: 'shown', becomes: 'hidden', make: move(archiveDialogs) },
      { of: 'hidden', becomes: 'shown', make: move(restoreDialogs) },
      { of: 'shown', becomes: 'gone', make: move(deleteDialogs) },
    ],
    searchAddress: (words) => `${origin}/api/search/${slug}/${encodeURIComponent(words)}.json`,
    readIds: (body) => (body as { uri: string }[]).map(({ uri }) => Number(/(\d+)(\.json)?$/.exec(uri)?.[1])),
  };
}
