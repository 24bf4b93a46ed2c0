import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';

/** Most of it is for the write-ahead log: databases are dropped after use. */
const NEEDED_BYTES = 2 ** 31;

/**
 * The folder for databases that tests create: in memory where Linux has room, since each is 300 files, which some disks
 * take half a second for.
 */
export async function roomyFolder(memory = SHARED_MEMORY, neededBytes = NEEDED_BYTES): Promise<string> {
  const space = await statfs(memory).catch(() => undefined); // macOS has none
  return space && space.bavail * space.bsize >= neededBytes ? memory : tmpdir();
}
