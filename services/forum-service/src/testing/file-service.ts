import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLAIM, createDiskStore, type FileStore, prepareFileDirectory } from '@guidepost/files';
import type { Environment } from '@guidepost/service-kit';
import type supertest from 'supertest';
import { type PostingService, startPostingService } from './posting-service.ts';

export interface FileService extends PostingService {
  directory: string;
  /** Where files are, for commands. */
  variables: Record<string, string>;
  files: FileStore;
  /** The directory alone. */
  stores: [FileStore];
  /** Posts a file to the forum `help`, by default with its key. */
  postFile(bytes: Buffer | string, name?: string, query?: string): supertest.Test;
  /** Names in the store, and uploads in progress. */
  storedFiles(): Promise<string[]>;
}

export async function startFileService(environment: Environment = {}): Promise<FileService> {
  const directory = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
  await prepareFileDirectory(directory, 'FORUM_FILES_DIRECTORY');
  const service = await startPostingService({
    RATE_LIMITS: 'off',
    FORUM_FILES_DIRECTORY: directory,
    ...environment,
  });
  const { FORUM_FILES_STORE, S3_BUCKET = '', S3_ENDPOINT = '', S3_PATH_STYLE } = service.context.config;
  return {
    ...service,
    directory,
    variables: {
      FORUM_FILES_DIRECTORY: directory,
      FORUM_FILES_STORE,
      ...(S3_BUCKET && { S3_BUCKET, S3_ENDPOINT, S3_PATH_STYLE }),
    },
    files: service.context.files,
    stores: [createDiskStore(directory)],
    postFile: (bytes, name = 'a.bin', query = `?key=${service.key}`) =>
      service.request.post(`/api/file/help${query}`).attach('file', Buffer.from(bytes), name),
    async storedFiles() {
      const stored: string[] = [];
      for await (const { name } of service.context.files.list()) if (name !== CLAIM) stored.push(name);
      const incoming = await readdir(join(directory, 'incoming'));
      return [...stored.sort(), ...incoming.map((name) => `incoming/${name}`)];
    },
    async stop() {
      await service.stop();
      await rm(directory, { recursive: true });
    },
  };
}
