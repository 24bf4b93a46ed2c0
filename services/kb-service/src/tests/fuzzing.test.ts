import {
  createAreaFuzzer,
  createClient,
  type FuzzingClient,
  REQUESTS,
  SEED,
} from '@guidepost/openapi/testing';
import { portOf, type ServiceProcess } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FUZZED_ENVIRONMENT, prepareFuzzing } from '../testing/fuzzing/prepare-fuzzing.ts';
import { startServiceWithHidden } from '../testing/hidden-content.ts';
import { startKbService } from '../testing/processes.ts';
import type { TestService } from '../testing/test-service.ts';

describe(`generated requests, with seed ${SEED}`, () => {
  let service: TestService;
  let running: ServiceProcess;
  let client: FuzzingClient;
  let fuzzArea: Awaited<ReturnType<typeof createAreaFuzzer>>;

  beforeAll(async () => {
    service = await startServiceWithHidden(FUZZED_ENVIRONMENT);
    running = startKbService({ ...FUZZED_ENVIRONMENT, KB_DATABASE_URL: service.url });
    client = createClient(`http://127.0.0.1:${await portOf(running)}`);
    running.output.resume();
    fuzzArea = await createAreaFuzzer(await prepareFuzzing(service, client), client.send);
  }, 180_000);

  afterAll(async () => {
    client.close();
    running.child.kill('SIGTERM');
    await running.exit;
    await service.stop();
  });

  it.each([
    ['api', REQUESTS],
    ['desk', (REQUESTS * 5) / 6],
    ['pages', REQUESTS / 10],
    ['accounts', REQUESTS / 20],
  ])(
    'are answered as documented by the %s (%i of them), reach every operation, and reveal nothing hidden',
    async (name, count) => {
      expect(await fuzzArea(name, count)).toEqual([]);
    },
    600_000,
  );
});
