// The one-shot `search-keys` of docker-compose.yml: sees to it that Meilisearch has a key for each service, which can do
// what the service does, and no more. Meilisearch makes a key of its uid and the master key, so `.env` knows it before.

interface Key {
  actions: string[];
  indexes: string[];
}

const RIGHTS: Key = {
  actions: ['documents.*', 'indexes.*', 'search', 'settings.*', 'stats.get', 'tasks.get'],
  indexes: ['guidepost-*'],
};

await ensureKey('kb-service', process.env.KB_MEILI_KEY_UID);
await ensureKey('forum-service', process.env.FORUM_MEILI_KEY_UID);

/** What a key may do cannot be changed; but it is the same key again when it is made anew with its uid. */
async function ensureKey(name: string, uid: string | undefined): Promise<void> {
  const present = await send('GET', `/keys/${uid}`);
  if (present && sayTheSame(present, RIGHTS)) {
    console.log(`${name} has its key`);
    return;
  }
  if (present) await send('DELETE', `/keys/${uid}`);
  await send('POST', '/keys', { name, uid, ...RIGHTS, expiresAt: null });
  console.log(`${name} got its key`);
}

function sayTheSame(one: Key, other: Key): boolean {
  const texts = [one, other].map(({ actions, indexes }) =>
    JSON.stringify([actions.toSorted(), indexes.toSorted()]),
  );
  return texts[0] === texts[1];
}

/** Undefined for what is not there. */
async function send(method: string, path: string, body?: object): Promise<Key | undefined> {
  const response = await fetch(`${process.env.MEILI_URL}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${process.env.MEILI_MASTER_KEY}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as Key);
}
