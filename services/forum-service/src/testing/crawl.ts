import type supertest from 'supertest';

/** What was answered. */
export interface CrawledAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

type Get = (path: string) => supertest.Test;

/** In markup, XML and JSON: whole ones of ours anywhere, and those of this host where markup leads to something. */
const ADDRESSES = [/https:\/\/forum\.example(\/[^"'<>\\\s]*)/g, /\s(?:href|src|action)="(\/(?!\/)[^"]*)"/g];

/**
 * Asks for paths and whatever their answers lead to, as a machine does that has read nothing: whatever has an address in
 * an answer is asked for, once.
 *
 * @returns the answers by path
 */
export async function crawl(get: Get, beginnings: readonly string[]): Promise<Map<string, CrawledAnswer>> {
  const met = new Map<string, CrawledAnswer>();
  const queue = [...beginnings];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (met.has(path)) continue;
    const answer = await ask(get, path);
    const { headers, text } = answer;
    met.set(path, answer);
    queue.push(...addressesIn(text), ...addressesIn(` href="${headers.location ?? ''}"`));
  }
  return met;
}

/** What one path answers; pictures as texts, too. */
export async function ask(get: Get, path: string): Promise<CrawledAnswer> {
  const { status, headers, text, body } = await get(path);
  return { status, headers, text: Buffer.isBuffer(body) ? body.toString() : text };
}

function addressesIn(text: string): string[] {
  const found = ADDRESSES.flatMap((address) => Array.from(text.matchAll(address), ([, path = '']) => path));
  return found.map((path) => path.replaceAll('&amp;', '&').replace(/#.*$/, ''));
}

/** All of an answer that anybody could read. */
export function wholeAnswer({ status, headers, text }: CrawledAnswer): string {
  return `${status} ${JSON.stringify(headers)} ${text}`;
}
