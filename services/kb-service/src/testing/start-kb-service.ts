import { type ServiceProcess, startServiceProcess } from '@guidepost/testing';

const MAIN = new URL('../main.ts', import.meta.url);
const ANY_PORTS = { HOST: '127.0.0.1', KB_PORT: '0', KB_METRICS_PORT: '0' };

/** Starts the service as users do, on free ports. */
export function startKbService(environment: Record<string, string>, ...words: string[]): ServiceProcess {
  return startServiceProcess(MAIN, words, { ...ANY_PORTS, ...environment });
}
