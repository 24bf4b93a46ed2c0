import type { IncomingMessage } from 'node:http';

/** What crawlers, link previews and monitors call themselves. */
const PROGRAMS = /bot|crawl|spider|slurp|facebookexternalhit|preview|monitor|pingdom|lighthouse/i;

/** Whether someone may read the answer: not to HEAD, to what a browser loads in advance, or to known programs. */
export function isReader({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET') return false;
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  if (typeof purpose === 'string' && purpose.startsWith('prefetch')) return false;
  return !PROGRAMS.test(headers['user-agent'] ?? '');
}
