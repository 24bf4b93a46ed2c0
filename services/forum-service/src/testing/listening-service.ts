import type { Environment } from '@guidepost/service-kit';
import { listenWith } from '@guidepost/testing';
import { startTestService, type TestService } from './test-service.ts';

/** The service on a port, with a matching public address. */
export interface ListeningService extends TestService {
  origin: string;
}

export async function startListeningService(environment: Environment = {}): Promise<ListeningService> {
  const { promise, resolve } = Promise.withResolvers<TestService>();
  const { origin, close } = await listenWith(
    (request, response) => void promise.then(({ app }) => app(request, response)),
  );
  const service = await startTestService({ PUBLIC_URL: origin, ...environment });
  resolve(service);
  return {
    ...service,
    origin,
    async stop() {
      await close();
      await service.stop();
    },
  };
}
