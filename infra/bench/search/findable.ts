import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '../../archives/random.ts';
import { percentile } from '../percentile.ts';
import { SLUG } from './searched-forum.ts';
import type { SearchedService } from './searched-service.ts';
import type { Serving } from './serving.ts';

/** How long it takes from the answer to a post until a search finds it, in milliseconds. */
export interface Findable {
  posts: number;
  p50: number;
  p95: number;
  /** Of the searches for them, those that Meilisearch answered. */
  shareOfMeilisearch: number;
}

interface Dialog {
  title: string;
}

const POSTS = 50;
const LOOK = 10;

/** Posts come at any time between two looks of the workers at their queues. */
const LONGEST_PAUSE = 1_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORD_LENGTH = 14;

/**
 * Posts dialogs to the idle service and searches for each by a word that it alone has, until it is found.
 * @param seed another one for each time that the same service is measured
 */
export async function measureFindable(
  service: SearchedService,
  { address, countByMeilisearch }: Serving,
  seed: number,
): Promise<Findable> {
  const random = createRandom(seed);
  const shareOfMeilisearch = await countByMeilisearch();
  const times: number[] = [];
  for (let post = 0; post < POSTS; post += 1) {
    await pause(LONGEST_PAUSE * random());
    const word = uniqueWord(random);
    await postDialog(address, word);
    const started = performance.now();
    while (!(await isFound(address + service.searchPath(word), word))) await pause(LOOK);
    times.push(performance.now() - started);
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return { posts: POSTS, p50, p95, shareOfMeilisearch: await shareOfMeilisearch() };
}

/** Like no other, so that no spelling of another one stands in for it. */
function uniqueWord(random: Random): string {
  return Array.from({ length: WORD_LENGTH }, () =>
    LETTERS.charAt(Math.floor(random() * LETTERS.length)),
  ).join('');
}

async function postDialog(address: string, word: string): Promise<void> {
  const dialog = {
    topic: 'Q',
    name: 'Kim',
    useremail: 'kim@example.com',
    title: `Where is ${word}?`,
    text: `Nobody but me looks for ${word}.`,
  };
  const response = await fetch(`${address}/api/${SLUG}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(dialog),
  });
  if (response.status !== 201) throw new Error(`posting was answered ${response.status}`);
}

async function isFound(url: string, word: string): Promise<boolean> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  const dialogs = (await response.json()) as Dialog[];
  return dialogs.some(({ title }) => title.includes(word));
}
