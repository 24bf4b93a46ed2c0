import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';

/** Test databases are dropped after use; write-ahead log takes the most. */
const NEEDED_BYTES = 2 ** 31;

/**
 * The folder for the servers of a test run: in memory where Linux has room, since each database is 300 new files, which
 * some disks take half a second for.
 */
export async function roomyFolder(memory = SHARED_MEMORY, neededBytes = NEEDED_BYTES): Promise<string> {
  const space = await statfs(memory).catch(() => undefined); // macOS has none
  return space && space.bavail * space.bsize >= neededBytes ? memory : tmpdir();
}
