import { AppError, once } from '@guidepost/service-kit';
import { checkEmbeddings } from './check-embeddings.ts';

/** A server that turns texts into vectors. It may be slow, unreachable, or not tell the truth. */
export interface Embedder {
  /** As configured, for people. */
  readonly model: string;
  /**
   * One vector of length 1 for each text.
   * @throws AppError `invalid` for texts that the server refuses, `unavailable` for a wrong answer; errors of the network
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embeddings>;
}

export interface Embeddings {
  /** The server's model and dimension. Vectors of different spaces cannot be compared. */
  readonly space: string;
  readonly vectors: readonly Float32Array[];
}

export interface EmbedderOptions {
  url: string;
  model: string;
  key?: string | undefined;
}

/** Bytes: 4,096 numbers with all their digits. */
const LONGEST_ANSWER = 131_072;

/** Statuses that blame the texts. */
const REFUSING = new Set([400, 413, 422]);

const PATH = '/v1/embeddings';

export function createEmbedder({ url, model, key }: EmbedderOptions): Embedder {
  const connect = once(async () => {
    const { Agent, request } = await import('undici');
    return { request, dispatcher: new Agent() };
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return {
    model,
    async embed(texts, signal) {
      const { request, dispatcher } = await connect();
      const { statusCode, body } = await request(addressOf(url), {
        dispatcher,
        method: 'POST',
        headers,
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        signal: signal ?? null,
      });
      if (statusCode !== 200) {
        await body.dump({ limit: LONGEST_ANSWER, ...(signal && { signal }) });
        throw refusal(statusCode);
      }
      const answer = parse(await readText(body, texts.length * LONGEST_ANSWER));
      const { reported, vectors } = checkEmbeddings(answer, texts.length);
      return { space: `${model}, ${reported}, ${vectors[0]?.length ?? 0}`, vectors };
    },
  };
}

function addressOf(url: string): string {
  const base = url.endsWith('/') ? url.slice(0, -1) : url;
  if (base.endsWith(PATH)) return base;
  // Many servers call `…/v1` their base URL.
  return base.endsWith('/v1') ? `${base}/embeddings` : `${base}${PATH}`;
}

function refusal(status: number): AppError {
  const kind = REFUSING.has(status) ? 'invalid' : 'unavailable';
  return new AppError(kind, `The embeddings server answers with status ${status}.`);
}

async function readText(body: AsyncIterable<Buffer>, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longest)
      throw new AppError('unavailable', 'The answer of the embeddings server is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('unavailable', 'The answer of the embeddings server is not JSON.', { cause });
  }
}
