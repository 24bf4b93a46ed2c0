import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestService } from './test-service.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const MAKING = ['--conditions=source', 'infra/local/make-demo.ts'];

/** Makes the knowledge bases that `npm start` shows, as it makes them. */
export async function makeDemo({ url, database, settled }: TestService): Promise<void> {
  const env = { ...process.env, KB_DATABASE_URL: url };
  await promisify(execFile)(process.execPath, MAKING, { cwd: ROOT, env });
  for (const { host } of await database.any('select host from knowledge_bases')) await settled(host);
}
