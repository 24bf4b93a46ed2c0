import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVersitygw, type LocalObjectStore, startVersitygw } from '@guidepost/local-servers';
import type { S3Config } from '../s3/s3-config.ts';

export interface TestBucket {
  /** For a service or a command. This process has the credentials until the test file ends. */
  variables: Record<string, string>;
  config: S3Config & { S3_BUCKET: string };
  /** Names of all objects, with what they begin with. */
  names(): Promise<string[]>;
  remove(): Promise<void>;
}

/** A new bucket at `S3_TEST_URL`, else in a store of its own; only `*.s3.test.ts` are guaranteed one. */
export async function createTestBucket(): Promise<TestBucket> {
  const { S3_TEST_URL } = process.env;
  const directory = await mkdtemp(join(tmpdir(), 'guidepost-objects-'));
  const server = S3_TEST_URL ? undefined : await startOwn(directory);
  const endpoint = server?.url ?? S3_TEST_URL ?? '';
  if (server) {
    process.env.AWS_ACCESS_KEY_ID = server.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = server.secretAccessKey;
  }
  const Bucket = `guidepost-test-${randomUUID()}`;
  // Most tests that import this folder need no store.
  const { S3 } = await import('@aws-sdk/client-s3');
  const client = new S3({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.createBucket({ Bucket });
  const names = async () =>
    ((await client.listObjectsV2({ Bucket })).Contents ?? []).map(({ Key = '' }) => Key).sort();
  return {
    variables: { S3_BUCKET: Bucket, S3_ENDPOINT: endpoint, S3_PATH_STYLE: 'on', ...credentials() },
    config: {
      S3_BUCKET: Bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_PATH_STYLE: 'on',
      S3_TIMEOUT: 10_000,
      S3_SIGNED_SECONDS: 0,
    },
    names,
    async remove() {
      if (server) await server.stop();
      else {
        for (const Key of await names()) await client.deleteObject({ Bucket, Key });
        await client.deleteBucket({ Bucket });
      }
      client.destroy();
      await rm(directory, { recursive: true });
    },
  };
}

function credentials(): Record<string, string> {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  return { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
}

function startOwn(directory: string): Promise<LocalObjectStore> {
  const program = findVersitygw();
  if (!program) throw new Error('No object store: the file must be called *.s3.test.ts');
  return startVersitygw({ program, directory });
}
