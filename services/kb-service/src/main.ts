import { runService } from '@guidepost/service-kit/process';
import { ENVIRONMENT, readConfig } from './config.ts';

await runService({
  name: 'kb',
  variables: process.env,
  environment: ENVIRONMENT,
  readConfig: () => readConfig(process.env),
  async create(config) {
    const { createContext } = await import('./context.ts');
    const { createService } = await import('./service.ts');
    const context = createContext(config);
    const { logger, metrics } = context;
    return { service: createService(context), logger, metrics, stopTimeout: config.STOP_TIMEOUT * 1_000 };
  },
});
