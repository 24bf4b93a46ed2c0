import { AppError, type EnvironmentSchema } from '@guidepost/service-kit';
import type { StoreKind } from '../file-store.ts';

const WEEK = 604_800;

const ADDRESS = { type: 'string', format: 'address', pattern: '^https?://[^?#@]+$' };

/**
 * Variables of both services. Credentials are the standard variables and files of AWS, which its library reads itself.
 */
export const S3_VARIABLES = {
  S3_BUCKET: {
    description: 'a bucket that exists, for files in a store that speaks S3',
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]*$',
    maxLength: 255,
  },
  S3_ENDPOINT: { description: 'the store, https://objects.example.com; that of AWS unless set', ...ADDRESS },
  S3_REGION: {
    description: 'the region of the bucket',
    type: 'string',
    pattern: '^[a-z0-9-]{1,40}$',
    default: 'us-east-1',
  },
  S3_PREFIX: {
    description: 'what the names of all objects begin with, before the name of the service',
    type: 'string',
    pattern: '^[A-Za-z0-9._-][A-Za-z0-9._/-]{0,199}$',
  },
  S3_PATH_STYLE: {
    description:
      'on: the bucket is named in the path and not in the host name, as most stores but AWS want it',
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  },
  S3_TIMEOUT: {
    description: 'milliseconds that the store has to answer, to take a file, and between two parts of one',
    type: 'integer',
    minimum: 100,
    maximum: 120_000,
    default: 10_000,
  },
  S3_SIGNED_SECONDS: {
    description:
      'seconds that addresses at the store are valid, which readers are redirected to; 0: the service passes files on itself',
    type: 'integer',
    minimum: 0,
    maximum: WEEK,
    default: 0,
  },
  S3_PUBLIC_ENDPOINT: {
    description: 'the store as browsers reach it, for signed addresses; S3_ENDPOINT unless set',
    ...ADDRESS,
  },
} satisfies EnvironmentSchema['variables'];

export interface S3Config {
  S3_BUCKET?: string;
  S3_ENDPOINT?: string;
  S3_REGION: string;
  S3_PREFIX?: string;
  S3_PATH_STYLE: 'on' | 'off';
  S3_TIMEOUT: number;
  S3_SIGNED_SECONDS: number;
  S3_PUBLIC_ENDPOINT?: string;
}

/** @throws AppError `invalid`, one line that begins with a variable, unless files have a place to go */
export function requireBucket(
  { S3_BUCKET }: S3Config,
  variable: string,
  chosen: StoreKind | 'database',
): void {
  if (chosen !== 's3' || S3_BUCKET) return;
  throw new AppError('invalid', `S3_BUCKET is not set: ${variable} is s3.`);
}

/** Where signed addresses lead, for policies of pages; undefined without any. */
export function signedOrigin(config: S3Config): string | undefined {
  const { S3_BUCKET: bucket, S3_SIGNED_SECONDS: seconds, S3_REGION: region } = config;
  if (!bucket || seconds === 0) return undefined;
  const endpoint = config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  const url = new URL(endpoint);
  if (config.S3_PATH_STYLE === 'off') url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}
