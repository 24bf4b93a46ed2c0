import { setTimeout as delay } from 'node:timers/promises';

export interface Posted {
  /** Titles of dialogs that were answered with 201. */
  dialogs: string[];
  /** Addresses of files and what is in them. */
  files: Map<string, string>;
}

/** Posts dialogs, each tenth with a file, until stopped. */
export function keepPosting(forum: string, key: string): { posted: Posted; stop(): Promise<Posted> } {
  const posted: Posted = { dialogs: [], files: new Map() };
  const stopping = new AbortController();
  const working = (async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const file = number % 10 === 0 ? await upload(forum, key, number) : undefined;
      if (file) posted.files.set(file.address, file.content);
      posted.dialogs.push(await post(forum, number, file?.address));
      await delay(5);
    }
  })();
  return {
    posted,
    stop: async () => {
      stopping.abort();
      await working;
      return posted;
    },
  };
}

async function upload(forum: string, key: string, number: number) {
  const content = `The file of question ${number}.\n`.repeat(50);
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/plain' }), `question-${number}.txt`);
  const answer = await fetch(`${forum}/api/file/drill?key=${key}`, { method: 'POST', body: form });
  if (answer.status !== 201)
    throw new Error(`A file was answered with ${answer.status}: ${await answer.text()}`);
  return { address: new URL(await answer.text()).pathname, content };
}

async function post(forum: string, number: number, file: string | undefined): Promise<string> {
  const title = `Question ${number} of the drill`;
  const body = JSON.stringify({
    topic: 'Q',
    title,
    text: file ? `See ${new URL(file, forum)}` : 'Does it come back?',
    name: 'Anna',
    useremail: `anna${number % 50}@example.com`,
  });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${forum}/api/drill`, { method: 'POST', headers, body });
  if (answer.status !== 201)
    throw new Error(`A post was answered with ${answer.status}: ${await answer.text()}`);
  return title;
}

/** What of it is missing, one line each. */
export async function missingOf({ dialogs, files }: Posted, forum: string): Promise<string[]> {
  const found = await listTitles(forum);
  const missing = dialogs.filter((title) => !found.has(title));
  for (const [address, content] of files) {
    const answer = await fetch(`${forum}${address}`);
    if ((await answer.text()) !== content) missing.push(`${address}: ${answer.status}, or other content`);
  }
  return missing;
}

const PAGE = 1_000;

async function listTitles(forum: string): Promise<Set<string>> {
  const titles = new Set<string>();
  for (let start = 0; titles.size === start; start += PAGE) {
    const answer = await fetch(`${forum}/api/drill.json?limit=${PAGE}&start=${start}`);
    for (const [, title = ''] of (await answer.text()).matchAll(/"title": ?"([^"]+)"/g)) titles.add(title);
  }
  return titles;
}
