import { AppError } from '@guidepost/service-kit';
import type { Guide } from './guide.ts';
import { readGuideList, readSoleGuide } from './read-guides.ts';

/** A knowledge base with an API as ours. It may be slow, unreachable, or not tell the truth. */
export interface KnowledgeBase {
  /** The best matches, best first. @throws AppError `invalid` for a refused query, `unavailable`; errors of the network */
  search(query: string, limit: number, signal: AbortSignal | undefined): Promise<Omit<Guide, 'address'>[]>;
  /** Undefined unless it is published. @throws as above */
  read(id: string, signal: AbortSignal | undefined): Promise<Guide | undefined>;
}

export interface KnowledgeBaseOptions {
  /** `https://help.example.com/knowledge/v1/help.example.com`, without a trailing slash. */
  url: string;
  key?: string | undefined;
}

/** Bytes, decompressed. Titles alone are asked for. */
const LONGEST_ANSWER = 262_144;

export function createKnowledgeBase({ url, key }: KnowledgeBaseOptions): KnowledgeBase {
  const headers = {
    Accept: 'application/vnd.api+json',
    // Not a reader: neither a view nor a search in the knowledge base's insights.
    'Sec-Purpose': 'prefetch',
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  };
  const ask = (path: string, parameters: Record<string, string>, signal: AbortSignal | undefined) =>
    fetch(`${url}${path}?${new URLSearchParams({ 'fields[guide]': 'title', ...parameters })}`, {
      headers,
      redirect: 'error',
      signal: signal ?? null,
    });
  return {
    async search(query, limit, signal) {
      const response = await ask('/guides', { q: query, 'page[size]': String(limit) }, signal);
      return readGuideList(await readDocument(response)).slice(0, limit);
    },
    async read(id, signal) {
      const response = await ask(`/guides/${id}`, {}, signal);
      if (response.status !== 404) return readSoleGuide(await readDocument(response));
      await response.body?.cancel();
      return undefined;
    },
  };
}

async function readDocument(response: Response): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    const kind = response.status === 400 ? 'invalid' : 'unavailable';
    throw new AppError(kind, `The knowledge base answers with status ${response.status}.`);
  }
  const text = await readText(response);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('unavailable', 'The answer of the knowledge base is not JSON.', { cause });
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > LONGEST_ANSWER)
      throw new AppError('unavailable', 'The answer of the knowledge base is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
