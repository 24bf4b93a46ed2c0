// The one-shot `search-keys` of docker-compose.yml: creates Meilisearch's key for each service, with minimal rights.
// Keys derive from their uid and the master key, so `.env` knows them in advance. Argument: seconds to wait.
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

const seconds = Number(process.argv[2]);
if (!(seconds >= 0)) throw new Error('Usage: make-search-keys <seconds to wait for Meilisearch>');
const uids = { 'kb-service': uidOf('KB_MEILI_KEY_UID'), 'forum-service': uidOf('FORUM_MEILI_KEY_UID') };
await untilItAnswers(seconds);
const { results: keys } = (await send('GET', '/keys?limit=1000')) as { results: Key[] };
for (const [name, uid] of Object.entries(uids)) await ensureKey(name, uid);

function uidOf(variable: string): string {
  const uid = process.env[variable];
  if (!uid) throw new Error(`${variable} is not set.`);
  return uid;
}

async function untilItAnswers(seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    try {
      await send('GET', '/health');
      return;
    } catch (cause) {
      if (Date.now() >= deadline)
        throw new Error(`Meilisearch did not answer within ${seconds} s.`, { cause });
      await delay(POLL_MILLISECONDS);
    }
  }
}

/** Rights cannot be changed, but a key recreated with its uid stays the same. */
async function ensureKey(name: string, uid: string): Promise<void> {
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
