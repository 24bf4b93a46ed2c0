import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer } from '@guidepost/mail/testing';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { FORUM } from './content.ts';
import { median } from './median.ts';
import { runCommand, startService } from './processes.ts';

const FOLLOWERS = 1_000;
const POSTS = 40;
const SECONDS_OF_MAIL = 15;

export interface FollowersResult {
  /** Milliseconds that a comment takes, to a dialog with followers and to one without. */
  followed: number;
  alone: number;
  /** Messages a second. */
  mails: number;
}

/** Posts comments to two dialogs in turns, of which one has a thousand followers, and counts the mail that follows. */
export async function measureFollowers(url: string, files: string): Promise<FollowersResult> {
  await runCommand('forum', url, ['account', 'create', 'Bench']);
  await runCommand('forum', url, ['create', FORUM, '--account', 'Bench', '--name', 'Bench']);
  const server = await startMailServer();
  const service = await startService('forum', {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: files,
    MAIL_URL: server.url,
    MAIL_FROM: 'Bench <bench@example.com>',
  });
  const database = openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
  const post = createPost(service.address);
  const [followed, alone] = [await post(`/api/${FORUM}`), await post(`/api/${FORUM}`)];
  await addFollowers(database, followed.id);
  const times = { followed: [] as number[], alone: [] as number[] };
  for (let n = 0; n < POSTS; n += 1) {
    times.followed.push((await post(`/api/comment/${FORUM}/${followed.id}`)).milliseconds);
    times.alone.push((await post(`/api/comment/${FORUM}/${alone.id}`)).milliseconds);
  }
  const before = server.received.length;
  await pause(SECONDS_OF_MAIL * 1_000);
  const mails = (server.received.length - before) / SECONDS_OF_MAIL;
  await service.stop();
  await closeDatabase(database);
  await server.stop();
  return { followed: median(times.followed), alone: median(times.alone), mails };
}

export function reportFollowers({ followed, alone, mails }: FollowersResult): string {
  const ratio = (followed / alone).toFixed(2);
  return `A comment to a dialog with ${FOLLOWERS} followers took ${followed.toFixed(1)} ms, to one without ${alone.toFixed(1)} ms (ratio ${ratio}; medians of ${POSTS}, in turns).
Mail followed at ${Math.round(mails)} messages a second.
`;
}

function createPost(address: string) {
  let number = 0;
  return async (path: string) => {
    number += 1;
    const body = JSON.stringify({
      topic: 'Q',
      title: `Question ${number}`,
      text: `Text ${number}`,
      name: 'Bo',
      useremail: 'bo@example.com',
    });
    const headers = { 'Content-Type': 'application/json' };
    const start = performance.now();
    const answer = await fetch(`${address}${path}?reply=json`, {
      method: 'POST',
      headers,
      body,
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
