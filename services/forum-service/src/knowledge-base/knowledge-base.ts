import { AppError, foldWhiteSpace } from '@guidepost/service-kit';

/** A published guide of a knowledge base. */
export interface Guide {
  /** The id in the API of the knowledge base. */
  id: string;
  title: string;
  /** The address of its page. */
  address: string;
}

/** A knowledge base with an API as ours. It may be slow, unreachable, or not tell the truth. */
export interface KnowledgeBase {
  /**
   * The best matches, best first. @throws AppError `invalid` for a refused query, `unavailable`; errors of the network
   */
  search(query: string, limit: number, signal: AbortSignal | undefined): Promise<Omit<Guide, 'address'>[]>;
  /** Undefined unless it is published. @throws as above */
  read(id: string, signal: AbortSignal | undefined): Promise<Guide | undefined>;
}

interface KnowledgeBaseOptions {
  /** `https://help.example.com/knowledge/v1/help.example.com`, without a trailing slash. */
  url: string;
  key?: string | undefined;
  /** BCP 47; the knowledge base answers in the nearest one that it has. Default: its main language. */
  language?: string | undefined;
}

/** Bytes, decompressed. Titles alone are asked for. */
const LONGEST_ANSWER = 262_144;

export function createKnowledgeBase({ url, key, language }: KnowledgeBaseOptions): KnowledgeBase {
  const headers = {
    Accept: 'application/vnd.api+json',
    // Not a reader: neither a view nor a search in the knowledge base's insights.
    'Sec-Purpose': 'prefetch',
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  };
  const inLanguage = language === undefined ? {} : { language };
  const ask = (path: string, parameters: Record<string, string>, signal: AbortSignal | undefined) =>
    fetch(
      `${url}${path}?${new URLSearchParams({ 'fields[guide]': 'title', ...inLanguage, ...parameters })}`,
      {
        headers,
        redirect: 'error',
        signal: signal ?? null,
      },
    );
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

const ID = /^[\w-]{1,100}$/;

const LONGEST_TITLE = 300;

const LONGEST_ADDRESS = 2_000;

/**
 * The guides of a list, without those that are not understood. @throws AppError `unavailable` for anything but a list
 */
function readGuideList(document: unknown): Omit<Guide, 'address'>[] {
  const resources = property(document, 'data');
  if (!Array.isArray(resources))
    throw new AppError('unavailable', 'The knowledge base did not answer with a list of guides.');
  return resources.map(readGuide).filter((guide) => guide !== undefined);
}

/** A guide with the address of its page; undefined without one. */
function readSoleGuide(document: unknown): Guide | undefined {
  const resource = property(document, 'data');
  const guide = readGuide(resource);
  const address = readAddress(property(property(resource, 'links'), 'public'));
  return guide && address !== undefined ? { ...guide, address } : undefined;
}

export function isGuideId(id: string): boolean {
  return ID.test(id);
}

function readGuide(resource: unknown): Omit<Guide, 'address'> | undefined {
  const id = property(resource, 'id');
  const title = property(property(resource, 'attributes'), 'title');
  if (typeof id !== 'string' || !isGuideId(id) || typeof title !== 'string') return undefined;
  const shown = foldWhiteSpace(title).slice(0, LONGEST_TITLE).toWellFormed();
  return shown === '' ? undefined : { id, title: shown };
}

/** Web pages only: what a link leads to is up to the knowledge base. */
function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  const isPage = /^https?:$/.test(protocol) && username === '' && password === '';
  return isPage && href.length <= LONGEST_ADDRESS ? href : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
