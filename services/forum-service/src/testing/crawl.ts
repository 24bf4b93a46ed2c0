import type supertest from 'supertest';

export interface CrawledAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

type Get = (path: string) => supertest.Test;

/** Absolute addresses of the service in any format, and links in markup. */
const ADDRESSES = [/https:\/\/forum\.example(\/[^"'<>\\\s]*)/g, /\s(?:href|src|action)="(\/(?!\/)[^"]*)"/g];

/**
 * Crawls everything reachable from some paths, once each.
 * @returns responses by path
 */
export async function crawl(get: Get, startPaths: readonly string[]): Promise<Map<string, CrawledAnswer>> {
  const responses = new Map<string, CrawledAnswer>();
  const queue = [...startPaths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (responses.has(path)) continue;
    const answer = await ask(get, path);
    const { headers, text } = answer;
    responses.set(path, answer);
    queue.push(...addressesIn(text), ...addressesIn(` href="${headers.location ?? ''}"`));
  }
  return responses;
}

export async function ask(get: Get, path: string): Promise<CrawledAnswer> {
  const { status, headers, text, body } = await get(path);
  return { status, headers, text: Buffer.isBuffer(body) ? body.toString() : text };
}

function addressesIn(text: string): string[] {
  const found = ADDRESSES.flatMap((address) => Array.from(text.matchAll(address), ([, path = '']) => path));
  return found.map((path) => path.replaceAll('&amp;', '&').replace(/#.*$/, ''));
}

export function wholeAnswer({ status, headers, text }: CrawledAnswer): string {
  return `${status} ${JSON.stringify(headers)} ${text}`;
}
