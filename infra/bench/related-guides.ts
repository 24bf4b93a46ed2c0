import { openDatabaseOf, type Place, startService } from '../rigs/place.ts';
import { GUIDES, HOST, importGuides } from './content.ts';
import { forgetAnswers, IN_QUEUE, median, untilIndexed } from './measure.ts';

const READ = 400;

/** Reads pages of guides one after the other: for the first time, made again after a change, and kept. */
export async function measureRelatedGuides(place: Place, url: string): Promise<string> {
  await importGuides(url, place.folder, { host: HOST, size: GUIDES });
  const database = openDatabaseOf(place, url);
  const { origin } = await startService(place, 'kb', { KB_DATABASE_URL: url }, { built: true });
  await untilIndexed(database, { waiting: IN_QUEUE, since: performance.now() });
  // Other pages first, so that the service is warm.
  await readPages(origin, { from: READ });
  const first = await readPages(origin, { from: 0 });
  await forgetAnswers('kb', database);
  const again = await readPages(origin, { from: 0 });
  await readPages(origin, { from: 0 });
  const kept = await readPages(origin, { from: 0 });
  const shown = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return `Among ${GUIDES.guides} guides a page takes ${shown(first)} for the first time, when related guides are chosen, ${shown(again)} when it is made again, and ${shown(kept)} when it is kept (medians of ${READ}, one after the other).
`;
}

/** Milliseconds. */
async function readPages(origin: string, { from }: { from: number }): Promise<number> {
  const times: number[] = [];
  for (let guide = from; guide < from + READ; guide += 1) {
    const since = performance.now();
    const answer = await fetch(`${origin}/site/${HOST}/guides/guide-${guide}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A page was answered with ${answer.status}.`);
    times.push(performance.now() - since);
  }
  return median(times);
}
