import { runService } from '@guidepost/service-kit';
import { ENVIRONMENT, readConfig } from './config.ts';
import { createContext } from './context.ts';
import { createService } from './service.ts';

await runService({
  name: 'forum',
  variables: process.env,
  environment: ENVIRONMENT,
  readConfig: () => readConfig(process.env),
  create(config) {
    const context = createContext(config);
    return { service: createService(context), logger: context.logger, metrics: context.metrics };
  },
});
