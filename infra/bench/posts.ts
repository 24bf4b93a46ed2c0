import autocannon from 'autocannon';
import { archiveLines } from '../archives/archive.ts';
import { FORUM } from './content.ts';
import type { MeasuredService } from './processes.ts';

export interface PostResult {
  connections: number;
  rate: number;
  /** 97.5th percentile in milliseconds. */
  latency: number;
}

const SECONDS = 5;

export interface PostLoad {
  connections: number;
  seconds: number;
  bodies: Iterator<string>;
}

/** Posts dialogs to a single forum, where commits are serialized. */
export async function measurePosts(service: MeasuredService): Promise<PostResult[]> {
  const bodies = dialogBodies();
  const results: PostResult[] = [];
  // The first run is a warm-up.
  for (const connections of [8, 8, 1])
    results.push(await postDialogs(service, { connections, seconds: SECONDS, bodies }));
  return results.slice(1);
}

export async function postDialogs(
  { address }: MeasuredService,
  { connections, seconds, bodies }: PostLoad,
): Promise<PostResult> {
  const result = await autocannon({
    url: `${address}/api/${FORUM}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, body: String(bodies.next().value) }) }],
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} posts were refused.`);
  return { connections, rate: result['2xx'] / result.duration, latency: result.latency.p97_5 };
}

export function* dialogBodies(): Generator<string, void> {
  let number = 0;
  for (const line of archiveLines({ dialogs: 100_000, comments: 0, seed: 2 })) {
    const { name, useremail, title, text } = JSON.parse(line);
    number += 1;
    yield JSON.stringify({
      topic: 'Q',
      name,
      useremail,
      title: `bench ${number} ${title}`.slice(0, 200),
      text,
    });
  }
}
