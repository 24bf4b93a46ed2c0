import { anyFreePort } from '../local/free-port.ts';
import { runProgram } from '../local/run-program.ts';
import { startService } from '../local/service-process.ts';
import { localServices } from '../local/services.ts';

/** kb-service with the demo content, as `npm start` runs it. */
export interface DemoService {
  origin: string;
  /** For help.example.com. */
  accessKey: string;
  stop(): Promise<void>;
}

/**
 * @param databaseUrl of a database with the demo content
 * @param folder where its log goes
 */
export async function startDemoService(databaseUrl: string, folder: string): Promise<DemoService> {
  const stop = new AbortController().signal;
  const port = await anyFreePort();
  const [local] = localServices({ DATA_DIR: folder, KB_PORT: port, FORUM_PORT: port });
  if (!local) throw new Error('npm start runs no service');
  const defaults = { ...local.defaults, KB_METRICS_PORT: '0' };
  const service = await startService({ ...local, defaults }, databaseUrl, stop);
  return {
    origin: `http://127.0.0.1:${port}`,
    accessKey: await createAccessKey(databaseUrl, stop),
    stop: () => service.stop(),
  };
}

async function createAccessKey(databaseUrl: string, stop: AbortSignal): Promise<string> {
  const words = ['key', 'create', 'help.example.com', 'examples', '--json'];
  const environment = { KB_DATABASE_URL: databaseUrl };
  const json = await runProgram('services/kb-service/src/cli/main.ts', words, { environment, stop });
  return (JSON.parse(json) as { key: string }).key;
}
