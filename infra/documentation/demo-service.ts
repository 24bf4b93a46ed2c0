import { anyFreePort } from '@guidepost/local-servers';
import { runProgram } from '../local/run-program.ts';
import { startService } from '../local/service-process.ts';
import { localServices } from '../local/services.ts';

export interface DemoService {
  origin: string;
  /** For help.example.com, or for the forums' account. */
  accessKey: string;
  /** One that may write, if the service has such keys. */
  writeKey: string | undefined;
  stop(): Promise<void>;
}

const DEMOS = {
  'kb-service': { prefix: 'KB', owner: 'help.example.com' },
  'forum-service': { prefix: 'FORUM', owner: 'Norrhjul' },
};

export interface DemoServiceOptions {
  name: keyof typeof DEMOS;
  databaseUrl: string;
  folder: string;
}

export async function startDemoService(options: DemoServiceOptions): Promise<DemoService> {
  const { name, databaseUrl, folder } = options;
  const stop = new AbortController().signal;
  const port = await anyFreePort();
  const services = localServices({
    DATA_DIR: folder,
    KB_PORT: port,
    KB_METRICS_PORT: 0,
    FORUM_PORT: port,
    FORUM_METRICS_PORT: 0,
  });
  const local = services.find((service) => service.name === name);
  if (!local) throw new Error(`npm start runs no ${name}`);
  const service = await startService(local, databaseUrl, stop);
  return {
    origin: `http://127.0.0.1:${port}`,
    accessKey: await createAccessKey(options, stop, ['examples']),
    writeKey:
      name === 'kb-service'
        ? await createAccessKey(options, stop, ['writing', '--scope', 'write'])
        : undefined,
    stop: () => service.stop(),
  };
}

async function createAccessKey(
  { name, databaseUrl }: DemoServiceOptions,
  stop: AbortSignal,
  named: readonly string[],
): Promise<string> {
  const { prefix, owner } = DEMOS[name];
  const words = ['key', 'create', owner, ...named, '--json'];
  const environment = { [`${prefix}_DATABASE_URL`]: databaseUrl };
  const json = await runProgram(`services/${name}/src/cli/main.ts`, words, { environment, stop });
  return (JSON.parse(json) as { key: string }).key;
}
