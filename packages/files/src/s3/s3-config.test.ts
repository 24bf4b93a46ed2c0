import { readEnvironment } from '@guidepost/service-kit/environment';
import { describe, expect, it } from '@jest/globals';
import { requireBucket, S3_VARIABLES, type S3Config, signedOrigin } from './s3-config.ts';

const read = (environment: Record<string, string>) =>
  readEnvironment<S3Config>({ variables: S3_VARIABLES }, environment);

describe('the variables of a store that speaks S3', () => {
  it.each([
    [{ S3_BUCKET: 'a b' }, /^S3_BUCKET is not valid/],
    [{ S3_ENDPOINT: 'objects.example.com' }, /^S3_ENDPOINT is not valid/],
    [{ S3_ENDPOINT: 'http://key:secret@objects.example.com' }, /^S3_ENDPOINT is not valid/],
    [{ S3_REGION: 'EU' }, /^S3_REGION is not valid/],
    [{ S3_PREFIX: '/acme' }, /^S3_PREFIX is not valid/],
    [{ S3_PATH_STYLE: 'yes' }, /^S3_PATH_STYLE must be one of/],
    [{ S3_TIMEOUT: '0' }, /^S3_TIMEOUT must be at least/],
    [{ S3_SIGNED_SECONDS: '604801' }, /^S3_SIGNED_SECONDS must be at most/],
  ])('are refused: %j', (environment, message) => {
    expect(() => read(environment)).toThrow(message);
  });

  it('must name a bucket where files go to one', () => {
    expect(() => requireBucket(read({}), 'FORUM_FILES_STORE', 's3')).toThrow(
      'S3_BUCKET is not set: FORUM_FILES_STORE is s3.',
    );
    requireBucket(read({}), 'FORUM_FILES_STORE', 'disk');
    requireBucket(read({ S3_BUCKET: 'acme' }), 'FORUM_FILES_STORE', 's3');
  });

  it.each([
    [{}, undefined],
    [{ S3_SIGNED_SECONDS: '0' }, undefined],
    [{ S3_REGION: 'eu-north-1' }, 'https://acme.s3.eu-north-1.amazonaws.com'],
    [{ S3_ENDPOINT: 'http://objects:9000', S3_PATH_STYLE: 'on' }, 'http://objects:9000'],
    [
      { S3_ENDPOINT: 'http://objects:9000', S3_PUBLIC_ENDPOINT: 'https://o.example/x' },
      'https://acme.o.example',
    ],
  ])('say where signed addresses lead: %j', (environment, origin) => {
    const seconds = origin === undefined ? {} : { S3_SIGNED_SECONDS: '60' };
    expect(signedOrigin(read({ S3_BUCKET: 'acme', ...seconds, ...environment }))).toBe(origin);
  });
});
