import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createSecret, type Executor, type Secret } from '@guidepost/postgres';

/** The name of the secret that hashes the addresses of voters and limited clients, and encrypts tokens. */
export const ADDRESS_SECRET = 'voters';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the tokens of ticket systems for the database: a copy of it without `KB_SECRET` reveals none. */
export interface Credentials {
  encrypt(token: string, knowledgeBaseId: number): Promise<Buffer>;
  /** Undefined if it was encrypted with another secret, or for another knowledge base. */
  decrypt(encrypted: Buffer, knowledgeBaseId: number): Promise<string | undefined>;
}

export function createCredentials(secret: Secret): Credentials {
  const deriveKey = async () =>
    Buffer.from(hkdfSync('sha256', await secret(), '', 'contact credentials', 32));
  return {
    async encrypt(token, knowledgeBaseId) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, await deriveKey(), iv);
      cipher.setAAD(Buffer.from(String(knowledgeBaseId)));
      const bytes = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]);
    },
    async decrypt(encrypted, knowledgeBaseId) {
      const tagEnd = IV_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, await deriveKey(), encrypted.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(String(knowledgeBaseId)));
      decipher.setAuthTag(encrypted.subarray(IV_BYTES, tagEnd));
      try {
        return decipher.update(encrypted.subarray(tagEnd), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** As the service encrypts them. @param configured `KB_SECRET`; without it the database has a secret */
export function credentialsOf(database: Executor, configured: string | undefined): Credentials {
  return createCredentials(createSecret(database, { name: ADDRESS_SECRET, configured }));
}
