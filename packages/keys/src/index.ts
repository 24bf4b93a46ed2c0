export {
  type AccessKey,
  createAccessKey,
  hashAccessKey,
  type IssuedKey,
  insertAccessKey,
  type LiveKey,
  maskTokens,
  readBearerKey,
  readSentKey,
  revokeStoredKey,
} from './access-key.ts';
export { createKeyRing, type KeyRing } from './key-ring.ts';
