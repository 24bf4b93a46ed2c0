import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Creates the demo content of `npm start` with a program, by its path from the root. */
export async function makeDemo(program: string, environment: Record<string, string>): Promise<void> {
  const env = { ...process.env, ...environment };
  await promisify(execFile)(process.execPath, ['--conditions=source', program], { cwd: ROOT, env });
}
