import { AppError } from '@guidepost/service-kit';
import { withLock } from '../programs/lock.ts';
import { MAJOR_VERSION } from './binaries.ts';
import { readVersion } from './initialize.ts';
import { locate } from './locations.ts';
import { findServer } from './pid-file.ts';

export interface StoppedCluster {
  data: string;
  /** The major version that wrote the data. */
  version: string;
  /** The one that runs here. */
  currentVersion: string;
}

/**
 * Calls `action` while no server runs on the data directory, and none can be started.
 * @throws AppError `unavailable`, one line, when one runs or there are no data
 */
export async function whileStopped<Result>(
  directory: string,
  action: (cluster: StoppedCluster) => Promise<Result>,
): Promise<Result> {
  const { data, lock } = await locate(directory);
  return withLock(lock, async () => {
    const version = await readVersion(data);
    if (await findServer(data))
      throw new AppError('unavailable', `PostgreSQL is running on ${data}: stop npm start first.`);
    return action({ data, version, currentVersion: MAJOR_VERSION });
  });
}
