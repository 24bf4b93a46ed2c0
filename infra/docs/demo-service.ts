import { anyFreePort } from '@guidepost/local-servers';
import { startService } from '../local/service-process.ts';
import { localServices } from '../local/services.ts';
import { runCommand, type ServiceName } from '../rigs/place.ts';

export interface DemoService {
  origin: string;
  /** For help.example.com, or for the forums' account. */
  accessKey: string;
  /** One that may write, if the service has such keys. */
  writeKey: string | undefined;
  stop(): Promise<void>;
}

const OWNERS = { kb: 'help.example.com', forum: 'Norrhjul' };

export interface DemoServiceOptions {
  databaseUrl: string;
  folder: string;
}

/** Starts a service on demo content, with the settings of `npm start`. */
export async function startDemoService(
  name: ServiceName,
  { databaseUrl, folder }: DemoServiceOptions,
): Promise<DemoService> {
  const port = await anyFreePort();
  const services = localServices({
    DATA_DIR: folder,
    KB_PORT: port,
    KB_METRICS_PORT: 0,
    FORUM_PORT: port,
    FORUM_METRICS_PORT: 0,
  });
  const local = services.find(({ databaseName }) => databaseName === name);
  if (!local) throw new Error(`npm start runs no ${name}`);
  const service = await startService(local, databaseUrl, new AbortController().signal);
  const createKey = async (...named: string[]) => {
    const { document } = await runCommand(name, databaseUrl, ['key', 'create', OWNERS[name], ...named]);
    return String(document.key);
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    accessKey: await createKey('examples'),
    writeKey: name === 'kb' ? await createKey('writing', '--scope', 'write') : undefined,
    stop: () => service.stop(),
  };
}
