import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { roomyFolder } from '../../programs/roomy-folder.ts';
import { startPostgres } from '../start-postgres.ts';

export interface ClusterFolder {
  newDirectory(...below: string[]): Promise<string>;
  /** A data directory on which no server has run; copied, since initdb takes most of a start. */
  initialized(): Promise<string>;
  remove(): Promise<void>;
}

export async function makeClusterFolder(): Promise<ClusterFolder> {
  const folder = await mkdtemp(join(await roomyFolder(), 'guidepost-embedded-'));
  const pristine = join(folder, 'pristine');
  await (await startPostgres({ directory: pristine, durable: false })).release();

  async function newDirectory(...below: string[]): Promise<string> {
    const directory = join(await mkdtemp(join(folder, 'test-')), ...below, 'postgres');
    await mkdir(dirname(directory), { recursive: true });
    return directory;
  }
  async function initialized(): Promise<string> {
    const directory = await newDirectory();
    await cp(pristine, directory, { recursive: true });
    return directory;
  }
  return { newDirectory, initialized, remove: () => rm(folder, { recursive: true }) };
}
