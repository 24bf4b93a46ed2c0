import { setTimeout as pause } from 'node:timers/promises';
import { bumpRevision, type Database } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../../../services/forum-service/src/forums/revisions.ts';

/** As services are told within a few milliseconds. */
const UNTIL_HEARD = 300;

/** Raises the revisions of forums, as each change to them does: no answer that was made before is sent again. */
export async function forgetAnswers(database: Database, forumIds: readonly number[]): Promise<void> {
  for (const id of forumIds) await bumpRevision(database, FORUM_REVISIONS, id);
  await pause(UNTIL_HEARD);
}
