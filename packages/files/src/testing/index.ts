export { createTestBucket, type TestBucket } from './test-bucket.ts';
