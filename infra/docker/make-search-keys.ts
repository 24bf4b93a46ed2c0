// The one-shot `search-keys` of docker-compose.yml: creates Meilisearch's key for each service, with minimal rights.
// Keys derive from their uid and the master key, so `.env` knows them in advance. Argument: seconds to wait for
// Meilisearch.
import { setTimeout as delay } from 'node:timers/promises';

interface Key {
  uid: string;
  name: string | null;
  actions: string[];
  indexes: string[];
}

/** In alphabetical order. */
const RIGHTS = {
  actions: ['documents.*', 'indexes.*', 'search', 'settings.*', 'stats.get', 'tasks.get'],
  indexes: ['guidepost-*'],
};

const POLL_MILLISECONDS = 500;

const LONGEST_REQUEST = 5_000;

await untilItAnswers(Date.now() + Number(process.argv[2]) * 1_000);
const { results: keys } = (await send('GET', '/keys?limit=1000')) as { results: Key[] };
await ensureKey('kb-service', process.env.KB_MEILI_KEY_UID);
await ensureKey('forum-service', process.env.FORUM_MEILI_KEY_UID);

async function untilItAnswers(deadline: number): Promise<void> {
  const answers = () =>
    send('GET', '/health').then(
      () => true,
      () => false,
    );
  while (Date.now() < deadline && !(await answers())) await delay(POLL_MILLISECONDS);
}

/** Rights cannot be changed, but a key recreated with its uid stays the same. */
async function ensureKey(name: string, uid: string | undefined): Promise<void> {
  const isRight = (key: Key) => key.uid === uid && hasRights(key);
  const wrong = keys.filter((key) => (key.name === name || key.uid === uid) && !isRight(key));
  for (const key of wrong) await send('DELETE', `/keys/${key.uid}`);
  if (!keys.some(isRight)) await send('POST', '/keys', { name, uid, ...RIGHTS, expiresAt: null });
  console.log(
    `${name} ${keys.some(isRight) ? 'has' : 'got'} its key${wrong.length > 0 ? ', and no other' : ''}`,
  );
}

function hasRights({ actions, indexes }: Key): boolean {
  const rights = [actions, indexes].map((list) => list.toSorted());
  return JSON.stringify(rights) === JSON.stringify([RIGHTS.actions, RIGHTS.indexes]);
}

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${process.env.MEILI_URL}${path}`, {
    method,
    signal: AbortSignal.timeout(LONGEST_REQUEST),
    headers: {
      Authorization: `Bearer ${process.env.MEILI_MASTER_KEY}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
