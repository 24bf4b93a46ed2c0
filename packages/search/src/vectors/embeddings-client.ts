import { AppError, once } from '@guidepost/service-kit';

interface CheckedEmbeddings {
  /** The model that the server says it has used. */
  reported: string;
  vectors: Float32Array[];
}

const LARGEST_DIMENSION = 4_096;

const LONGEST_NAME = 200;

/** A server that turns texts into vectors. It may be slow, unreachable, or not tell the truth. */
export interface Embedder {
  /** As configured, for people. */
  readonly model: string;
  /**
   * One vector of length 1 for each text.
   * @throws AppError `invalid` for texts that the server refuses, `unavailable` for a wrong answer; errors of the
   * network
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

/** Reads the answer of an embeddings server. @throws AppError `unavailable` unless it has a vector for each text */
function checkEmbeddings(answer: unknown, texts: number): CheckedEmbeddings {
  if (!isObject(answer) || !Array.isArray(answer.data)) throw wrong('has no vectors');
  const { data, model } = answer;
  if (data.length !== texts) throw wrong(`has ${data.length} vectors for ${texts} texts`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: texts });
  for (const entry of data) {
    const { index, vector } = readEntry(entry);
    if (!(index in vectors) || vectors[index]) throw wrong(`has an unexpected index, ${index}`);
    vectors[index] = vector;
  }
  const complete = vectors.flatMap((vector) => vector ?? []);
  const dimensions = new Set(complete.map(({ length }) => length));
  if (dimensions.size > 1) throw wrong(`has vectors of ${[...dimensions].join(' and ')} dimensions`);
  return { reported: typeof model === 'string' ? storable(model) : '', vectors: complete };
}

/** As PostgreSQL takes it. */
function storable(name: string): string {
  return name.slice(0, LONGEST_NAME).toWellFormed().replaceAll('\0', '');
}

function readEntry(entry: unknown): { index: number; vector: Float32Array } {
  if (!isObject(entry) || typeof entry.index !== 'number') throw wrong('has a vector without index');
  const { index, embedding } = entry;
  if (!Array.isArray(embedding) || embedding.length === 0)
    throw wrong('has a vector that is no list of numbers');
  if (embedding.length > LARGEST_DIMENSION) throw wrong(`has a vector of ${embedding.length} dimensions`);
  return { index, vector: unitVector(embedding) };
}

function unitVector(numbers: readonly unknown[]): Float32Array {
  let squares = 0;
  for (const number of numbers) {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw wrong('has a vector with an element that is not a number');
    squares += number * number;
  }
  const length = Math.sqrt(squares);
  if (length === 0 || !Number.isFinite(length)) throw wrong('has a vector without direction');
  return Float32Array.from(numbers as readonly number[], (number) => number / length);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function wrong(what: string): AppError {
  return new AppError('unavailable', `The answer of the embeddings server ${what}.`);
}

/** Milliseconds for a request: a large model on a processor is slow. */
const TIMEOUT = 120_000;

/** Milliseconds after which an idle server is asked whether it still has the same model. */
const CHECKED_AFTER = 60_000;

/** An embeddings server whose model may change. */
export interface SpaceWatch {
  /** Names the vectors that the server makes now. */
  space(): Promise<string>;
  /** @throws AppError `unavailable` if the server has changed its model since the last answer */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export function createSpaceWatch(embedder: Embedder, ending: AbortSignal): SpaceWatch {
  let known: string | undefined;
  let heard = Number.NEGATIVE_INFINITY;

  async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT)]);
    const { space, vectors } = await embedder.embed(texts, signal);
    const before = known;
    known = space;
    heard = performance.now();
    if (before === undefined || before === space) return vectors;
    throw new AppError('unavailable', `The embeddings server went from ${before} to ${space}.`);
  }

  return {
    embed,
    async space() {
      if (performance.now() - heard > CHECKED_AFTER) await embed(['Guidepost']);
      return known ?? '';
    },
  };
}
