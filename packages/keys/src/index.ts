export { createAccessKey, hashAccessKey, type LiveKey, readBearerKey } from './access-key.ts';
export { hideSecrets } from './hide-secrets.ts';
export { createKeyRing, type KeyRing } from './key-ring.ts';
export { type AccessKey, type IssuedKey, insertAccessKey, revokeStoredKey } from './stored-keys.ts';
