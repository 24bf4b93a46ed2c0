import type { Snapshot } from '../page/snapshot.ts';

/** Text that the server has not confirmed. */
export interface KeptText {
  key: string;
  /** The guide and the person. */
  place: string;
  /** The revision that it is based on. */
  revision: number;
  snapshot: Snapshot;
  at: number;
}

/** Keeps the unsaved text of this page in the browser. */
export interface KeptTexts {
  /** Returns at once; the last one counts. */
  keep(revision: number, snapshot: Snapshot): void;
  forget(): void;
  /** Waits until the last call has reached the disk, or failed to. */
  settled(): Promise<void>;
  /** Whether the last text given is on the disk. */
  isKept(): boolean;
  /** Texts of pages that are no longer open, the newest first. */
  findAbandoned(): Promise<KeptText[]>;
  drop(text: KeptText): Promise<void>;
}

const DATABASE = 'guidepost-editor';
const STORE = 'texts';

/** @param place of the guide and the person @param onKept called when `isKept` changes */
export async function openKeptTexts(place: string, onKept: () => void): Promise<KeptTexts> {
  const key = `${place} ${crypto.randomUUID()}`;
  void holdLock(key);
  const database = await openDatabase().catch(() => undefined);
  let wanted: KeptText | undefined;
  let stored: KeptText | undefined;
  let writing: Promise<void> | undefined;

  function write(): void {
    writing ??= writeAll().finally(() => {
      writing = undefined;
      onKept();
    });
  }

  async function writeAll(): Promise<void> {
    while (database && stored !== wanted) {
      const next = wanted;
      const isWritten = await change(database, (store) => (next ? store.put(next) : store.delete(key)));
      if (!isWritten) return;
      stored = next;
    }
  }

  return {
    keep(revision, snapshot) {
      wanted = { key, place, revision, snapshot, at: Date.now() };
      write();
    },
    forget() {
      wanted = undefined;
      write();
    },
    settled: async () => writing,
    isKept: () => database !== undefined && stored === wanted,
    async findAbandoned() {
      const texts = database ? await readTexts(database, place) : [];
      const open = await openKeys();
      return texts.filter((text) => !open.has(text.key)).toSorted((one, other) => other.at - one.at);
    },
    async drop(text) {
      if (database) await change(database, (store) => store.delete(text.key));
    },
  };
}

/** A page holds the lock of its text as long as it is open. */
function holdLock(key: string): Promise<unknown> {
  return navigator.locks.request(key, () => new Promise(() => {}));
}

async function openKeys(): Promise<Set<string | undefined>> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return new Set([...held, ...pending].map(({ name }) => name));
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('place', 'place');
  return settled(request);
}

function readTexts(database: IDBDatabase, place: string): Promise<KeptText[]> {
  return settled(database.transaction(STORE).objectStore(STORE).index('place').getAll(place));
}

/** @returns whether it is on the disk */
function change(database: IDBDatabase, work: (store: IDBObjectStore) => unknown): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  try {
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
    work(transaction.objectStore(STORE));
  } catch {
    resolve(false);
  }
  return promise;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  return promise;
}
