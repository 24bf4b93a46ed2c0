/** An answer with the entity tag by which the service says whether it is still right. */
export interface StoredAnswer {
  etag: string;
  body: string;
  /** Those that the client reads, in lower case. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Keeps answers, so that the service sends only those that have changed. Answers to a key may hold more than others
 * see: a store must be as private as the key. Errors of a store are those of the request.
 */
export interface AnswerStore {
  get(address: string): StoredAnswer | undefined | Promise<StoredAnswer | undefined>;
  set(address: string, answer: StoredAnswer): void | Promise<void>;
}

/** A store whose answers are at hand. */
export interface MemoryStore extends AnswerStore {
  get(address: string): StoredAnswer | undefined;
  set(address: string, answer: StoredAnswer): void;
}

const MOST_CHARACTERS = 10_000_000;

/** Keeps answers in memory, those that were used last. @param mostCharacters of all their bodies */
export function createMemoryStore(mostCharacters = MOST_CHARACTERS): MemoryStore {
  const kept = new Map<string, StoredAnswer>();
  let characters = 0;

  function remove(address: string): StoredAnswer | undefined {
    const answer = kept.get(address);
    if (answer && kept.delete(address)) characters -= answer.body.length;
    return answer;
  }

  function add(address: string, answer: StoredAnswer): void {
    kept.set(address, answer);
    characters += answer.body.length;
  }

  return {
    get(address) {
      const answer = remove(address);
      if (answer) add(address, answer);
      return answer;
    },
    set(address, answer) {
      remove(address);
      if (answer.body.length > mostCharacters) return;
      add(address, answer);
      for (const oldest of kept.keys()) {
        if (characters <= mostCharacters) return;
        remove(oldest);
      }
    },
  };
}
