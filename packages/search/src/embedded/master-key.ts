import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { hasCode } from '@guidepost/service-kit/embedded';

/** Meilisearch takes none that is shorter than 16 bytes. */
const BYTES = 32;

/** The key that opens everything: what the file holds, or a new one that it holds from now on, for our eyes only. */
export async function masterKey(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const key = randomBytes(BYTES).toString('base64url');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}
