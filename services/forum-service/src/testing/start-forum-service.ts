import { type ServiceProcess, startServiceProcess } from '@guidepost/testing';

const MAIN = new URL('../main.ts', import.meta.url);
const ANY_PORTS = { HOST: '127.0.0.1', FORUM_PORT: '0', FORUM_METRICS_PORT: '0' };

/** The service as its own process, on free ports. */
export function startForumService(environment: Record<string, string>): ServiceProcess {
  return startServiceProcess(MAIN, [], { ...ANY_PORTS, ...environment });
}
