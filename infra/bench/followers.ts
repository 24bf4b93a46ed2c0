import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer } from '@guidepost/mail/testing';
import type { Database } from '@guidepost/postgres';
import { openDatabaseOf, type Place, startService } from '../rigs/place.ts';
import { createForum, FORUM } from './content.ts';
import { median } from './measure.ts';

const FOLLOWERS = 1_000;
const POSTS = 40;
const SECONDS_OF_MAIL = 15;

/** Posts comments to two dialogs in turns, of which one has a thousand followers, and counts the mail that follows. */
export async function measureFollowers(place: Place, url: string): Promise<string> {
  await createForum(url);
  const mail = await startMailServer();
  place.servers.defer(() => mail.stop());
  const environment = {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: join(place.folder, 'files'),
    MAIL_URL: mail.url,
    MAIL_FROM: 'Bench <bench@example.com>',
  };
  const { origin } = await startService(place, 'forum', environment, { built: true });
  const post = createPost(origin);
  const [followed, alone] = [await post(`/api/${FORUM}`), await post(`/api/${FORUM}`)];
  await addFollowers(openDatabaseOf(place, url), followed.id);
  const times = { followed: [] as number[], alone: [] as number[] };
  for (let n = 0; n < POSTS; n += 1) {
    times.followed.push((await post(`/api/comment/${FORUM}/${followed.id}`)).milliseconds);
    times.alone.push((await post(`/api/comment/${FORUM}/${alone.id}`)).milliseconds);
  }
  const before = mail.received.length;
  await pause(SECONDS_OF_MAIL * 1_000);
  const mails = (mail.received.length - before) / SECONDS_OF_MAIL;
  const [many, none] = [median(times.followed), median(times.alone)];
  return `A comment to a dialog with ${FOLLOWERS} followers took ${many.toFixed(1)} ms, to one without ${none.toFixed(1)} ms (ratio ${(many / none).toFixed(2)}; medians of ${POSTS}, in turns).
Mail followed at ${Math.round(mails)} messages a second.
`;
}

function createPost(origin: string): (path: string) => Promise<{ id: number; milliseconds: number }> {
  let number = 0;
  return async (path) => {
    number += 1;
    const author = { name: 'Bo', useremail: 'bo@example.com' };
    const body = { topic: 'Q', title: `Question ${number}`, text: `Text ${number}`, ...author };
    const start = performance.now();
    const answer = await fetch(`${origin}${path}?reply=json`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
    const milliseconds = performance.now() - start;
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`A post was answered with ${answer.status}.`);
    const id = Number(/(\d+)(?:\.json)?$/.exec(answer.headers.get('location') ?? '')?.[1]);
    return { id, milliseconds };
  };
}

async function addFollowers(database: Database, dialogId: number): Promise<void> {
  await database.none(
    `insert into followers (forum_id, dialog_id, email, person, confirmed)
     select f.id, $1, 'follower-' || n || '@example.com', sha256(n::text::bytea), true
     from forums f cross join generate_series(1, $2) n`,
    [dialogId, FOLLOWERS],
  );
  await database.none('analyze followers');
}
