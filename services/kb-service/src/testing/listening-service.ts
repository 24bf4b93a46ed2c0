import type { Environment } from '@guidepost/service-kit';
import { listenWith } from '@guidepost/testing';
import type { TestContent } from './content.ts';
import { startTestService, type TestService } from './test-service.ts';

/** A service on a port, for clients that send their own requests. */
export interface ListeningService extends TestService {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

export async function startListeningService(
  contents: TestContent[],
  environment: Environment = {},
): Promise<ListeningService> {
  const service = await startTestService(contents, environment);
  const { origin, close } = await listenWith(service.app);
  return {
    ...service,
    origin,
    async stop() {
      await close();
      await service.stop();
    },
  };
}
