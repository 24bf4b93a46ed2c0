import type { RequestListener } from 'node:http';
import { sharedServers } from '@guidepost/local-servers/testing';
import { listenWith } from '../listening-app.ts';
import { startBalanced } from './balanced-instances.ts';
import type { InstanceContext, OpenContext, RunningInstances, TestedService } from './tested-service.ts';

/** Starts a service on a database: one instance, or several in a run of `npm run rig -- suites`. */
export function startInstances<Context extends InstanceContext>(
  service: TestedService<Context>,
  url: string,
  open: OpenContext<Context>,
): Promise<RunningInstances<Context>> {
  const shared = sharedServers();
  return shared ? startBalanced(service, { url, open, shared }) : startOne(service, url, open);
}

async function startOne<Context extends InstanceContext>(
  { prefix, listenerOf }: TestedService<Context>,
  url: string,
  open: OpenContext<Context>,
): Promise<RunningInstances<Context>> {
  let serve: RequestListener = (_, response) => response.end();
  // Listens once: supertest would start a server for each request.
  const { origin, close } = await listenWith((request, response) => serve(request, response));
  try {
    const context = open({ [`${prefix}_DATABASE_URL`]: url }, origin);
    serve = listenerOf(context);
    const stop = () => close().then(() => context.close());
    return { origin, contexts: [context], stop };
  } catch (error) {
    await close();
    throw error;
  }
}
