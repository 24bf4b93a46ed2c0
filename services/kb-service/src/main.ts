import { describeEnvironment, runService } from '@guidepost/service-kit';
import { ENVIRONMENT, readConfig } from './config.ts';
import { createContext } from './context.ts';
import { createService } from './service.ts';

await runService(() => {
  const config = readConfig(process.env);
  if (process.argv.includes('--check-config')) {
    process.stdout.write(`${describeEnvironment(ENVIRONMENT, config).join('\n')}\n`);
    process.exit(0);
  }
  const context = createContext(config);
  return { service: createService(context), logger: context.logger };
});
