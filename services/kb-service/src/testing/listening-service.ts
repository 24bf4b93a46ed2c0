import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '@guidepost/service-kit';
import type { TestContent } from './content.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The service on a port, for clients that bring their own way to send requests. */
export interface ListeningService extends TestService {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

export async function startListeningService(
  contents: TestContent[],
  environment: Environment = {},
): Promise<ListeningService> {
  const service = await startTestService(contents, environment);
  const server = createServer(service.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...service,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.stop();
    },
  };
}
