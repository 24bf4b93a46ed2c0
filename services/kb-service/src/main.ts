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
    return { service: createService(context), logger: context.logger, metrics: context.metrics };
  },
});
