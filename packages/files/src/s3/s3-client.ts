import type { GetObjectCommandInput, HeadObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from './s3-config.ts';

/** Sockets to the store; more requests wait for one, in their time. */
const SOCKETS = 200;

const CONNECTING_MILLISECONDS = 3_000;

/** The library prints errors that it also throws. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Loaded only where files are in such a store: it takes 100 ms and 30 MB. */
export function loadSdk(): Promise<typeof import('@aws-sdk/client-s3')> {
  return import('@aws-sdk/client-s3');
}

export async function createClient(config: S3Config, endpoint = config.S3_ENDPOINT): Promise<S3Client> {
  const { S3Client } = await loadSdk();
  return new S3Client({
    region: config.S3_REGION,
    ...(endpoint && { endpoint }),
    forcePathStyle: config.S3_PATH_STYLE === 'on',
    maxAttempts: 2,
    logger: SILENT,
    // Not every store knows the checksums that AWS added in 2024.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(config.S3_TIMEOUT, CONNECTING_MILLISECONDS),
      httpAgent: { keepAlive: true, maxSockets: SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
    },
  });
}

/** An address that anyone may read this object at for some time. */
export async function signAddress(client: S3Client, { method, input, seconds }: Signing): Promise<string> {
  const { GetObjectCommand, HeadObjectCommand } = await loadSdk();
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
  return getSignedUrl(client, command, { expiresIn: seconds });
}

interface Signing {
  method: 'GET' | 'HEAD';
  input: GetObjectCommandInput & HeadObjectCommandInput;
  seconds: number;
}
