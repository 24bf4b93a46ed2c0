import { type MeasuredProcess, startMeasured } from './measured-process.ts';

export interface StartResult {
  process: MeasuredProcess;
  /** From the start of the process to its first answer. */
  startMilliseconds: number;
}

const BUILT_SERVICE = new URL('../../services/kb-service/dist/main.js', import.meta.url);

/** Starts the service as images run it: built, not from its sources. */
export async function startService(databaseUrl: string, port: number): Promise<StartResult> {
  const started = performance.now();
  const process = await startMeasured(BUILT_SERVICE, {
    address: `http://127.0.0.1:${port}`,
    environment: {
      KB_DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      KB_PORT: String(port),
      KB_METRICS_PORT: '0',
    },
  });
  return { process, startMilliseconds: performance.now() - started };
}
