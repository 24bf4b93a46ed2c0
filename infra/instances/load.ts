export interface Load {
  /** Ends it and resolves with what was not answered as it should be. */
  stop(): Promise<{ requests: number; posts: number; failures: string[] }>;
}

export interface Loaded {
  origin: string;
  reads: readonly string[];
  /** Undefined if nothing is posted. */
  post?: (number: number) => Promise<number>;
}

const READERS = 6;
const POSTERS = 2;

/** Readers and posters who each wait for an answer before they ask again, over connections that are kept open. */
export function startLoad({ origin, reads, post }: Loaded): Load {
  const failures: string[] = [];
  let stopped = false;
  let requests = 0;
  let posts = 0;

  async function count(what: string, ask: () => Promise<number>, expected: number): Promise<void> {
    requests += 1;
    const outcome = await ask().catch((error: Error) => String(error.cause ?? error));
    if (outcome !== expected) failures.push(`${what}: ${outcome}`);
  }

  async function read(reader: number): Promise<void> {
    for (let number = reader; !stopped; number += 1) {
      const path = reads[number % reads.length] ?? '';
      await count(
        path,
        async () => (await drain(fetch(origin + path, { headers: headersOf(path) }))).status,
        200,
      );
    }
  }

  async function write(poster: number, send: NonNullable<Loaded['post']>): Promise<void> {
    for (let number = poster; !stopped; number += POSTERS) {
      posts += 1;
      await count('a post', () => send(number), 201);
    }
  }

  const working = [
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...(post ? Array.from({ length: POSTERS }, (_, poster) => write(poster, post)) : []),
  ];
  return {
    async stop() {
      stopped = true;
      await Promise.all(working);
      return { requests, posts, failures };
    },
  };
}

export async function drain(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  await answer.arrayBuffer();
  return answer;
}

export function headersOf(path: string): Record<string, string> {
  return path.startsWith('/knowledge/') ? { Accept: 'application/vnd.api+json' } : {};
}
