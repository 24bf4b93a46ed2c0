import { once } from 'node:events';
import { AppError } from '@guidepost/service-kit';
import { readCommandLine } from './command-line.ts';
import { openDatabases } from './databases.ts';
import { keepRunning } from './keep-running.ts';
import { requireFreePorts } from './ports.ts';
import { runProgram, stopRequest } from './programs.ts';
import { openSearch } from './search-server.ts';
import { startService } from './service-process.ts';
import { type LocalService, localServices } from './services.ts';
import { describeSettings, readSettings, type Settings } from './settings.ts';

const USAGE = `Usage: npm start

Runs both services with a database, search and demo content on this machine, until Ctrl-C. Environment variables:
${describeSettings()}
All others are for the services (docs/configuration.md).`;

readCommandLine(USAGE);
const stop = stopRequest();
process.exitCode = await run();

async function run(): Promise<number> {
  try {
    await serve();
    return 0;
  } catch (error) {
    if (stop.aborted && isAbort(error)) return 0;
    console.error(error instanceof AppError ? error.message : error);
    return 1;
  }
}

async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  const services = localServices(settings);
  await requireFreePorts(services.flatMap(({ ports }) => ports));

  const started = new AsyncDisposableStack();
  try {
    const { failures, links } = await startAll(settings, services, started);
    console.log(welcome(services, links));
    await Promise.race([stopRequested(), ...failures]);
    console.log('Stopping.');
  } finally {
    await started.disposeAsync(); // in reverse order of starting
  }
}

async function startAll(
  settings: Settings,
  services: LocalService[],
  started: AsyncDisposableStack,
): Promise<{ failures: Promise<never>[]; links: Map<string, string> }> {
  const databases = await openDatabases(settings.DATA_DIR, services);
  started.defer(() => databases.close());
  const search = await openSearch(settings, console.log);
  started.defer(() => search.close());
  const failures = [databases.failure];
  const links = new Map<string, string>();
  for (const service of services) {
    const databaseUrl = await databases.urlFor(service);
    await service.prepare(databaseUrl, stop);
    stop.throwIfAborted();
    const start = () => startService({ ...service, environment: search.environment }, databaseUrl, stop);
    const kept = keepRunning(await start(), { ...service, start, say: console.log });
    started.defer(() => kept.stop());
    failures.push(kept.failure);
    links.set(service.name, await makeSignInLink(service, databaseUrl));
  }
  return { failures, links };
}

/** Empty without a demo. */
async function makeSignInLink(service: LocalService, databaseUrl: string): Promise<string> {
  const { signInLink, databaseName, databaseVariable, defaults } = service;
  const environment = { ...defaults, ...process.env, [databaseVariable]: databaseUrl } as Record<
    string,
    string
  >;
  return (await runProgram(signInLink, [databaseName], { environment, stop })).trim();
}

async function stopRequested(): Promise<void> {
  if (!stop.aborted) await once(stop, 'abort');
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function whereMailGoes({ defaults }: LocalService): string {
  const { MAIL_URL, MAIL_OUTBOX = defaults.MAIL_OUTBOX } = process.env;
  if (MAIL_URL) return 'mail goes to the server of MAIL_URL';
  return `mail is kept in ${MAIL_OUTBOX}, and shown at the desk under Health, Mail`;
}

/** @param links to the desks, by the name of the service */
function welcome(services: LocalService[], links: ReadonlyMap<string, string>): string {
  const parts = services.map((service) => {
    return [
      `${service.name} answers on http://127.0.0.1:${service.port}; its log is ${service.log}`,
      `  ${whereMailGoes(service)}`,
      ...service.pages.map((url) => `  ${url}`),
      ...service.examples.map((command) => `  ${command}`),
      `  http://127.0.0.1:${service.port}/docs is the API reference`,
    ].join('\n');
  });
  // The desks lead to each other.
  const link = services.map(({ name }) => links.get(name)).find(Boolean);
  const begin = link ? [`Begin at ${link}, which signs you in at the desk, once.`, ''] : [];
  return ['', parts.join('\n\n'), '', ...begin, 'Ctrl-C stops everything.'].join('\n');
}
