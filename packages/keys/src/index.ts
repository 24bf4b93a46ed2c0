export {
  type AccessKey,
  createAccessKey,
  hashAccessKey,
  hideSecrets,
  type IssuedKey,
  insertAccessKey,
  type LiveKey,
  readBearerKey,
  revokeStoredKey,
} from './access-key.ts';
export { createKeyRing, type KeyRing } from './key-ring.ts';
