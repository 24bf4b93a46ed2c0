import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

export interface StartResult {
  process: MeasuredProcess;
  /** From the start of the process to its first answer. */
  startMilliseconds: number;
}

/** Built, as images run them; the prefix of their variables. */
const SERVICES = {
  'kb-service': 'KB',
  'forum-service': 'FORUM',
};

export interface StartOptions {
  name?: keyof typeof SERVICES;
  environment?: Record<string, string>;
}

/** Starts a service as images run it: built, not from its sources. */
export async function startService(
  databaseUrl: string,
  port: number,
  { name = 'kb-service', environment = {} }: StartOptions = {},
): Promise<StartResult> {
  const started = performance.now();
  const prefix = SERVICES[name];
  const main = new URL(`../../services/${name}/dist/main.js`, import.meta.url);
  const process = await startMeasured(main, {
    address: `http://127.0.0.1:${port}`,
    environment: {
      [`${prefix}_DATABASE_URL`]: databaseUrl,
      FORUM_FILES_DIRECTORY: join(tmpdir(), 'guidepost-bench-files'),
      HOST: '127.0.0.1',
      [`${prefix}_PORT`]: String(port),
      [`${prefix}_METRICS_PORT`]: '0',
      // Not that of the environment.
      MEILI_URL: '',
      ...environment,
    },
  });
  return { process, startMilliseconds: performance.now() - started };
}
