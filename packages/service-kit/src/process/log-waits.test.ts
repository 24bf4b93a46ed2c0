import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { logWaits } from './log-waits.ts';

describe('a start that takes long', () => {
  it('logs what it waits for at that moment, and stops once it is done', async () => {
    const lines: string[] = [];
    const logged = Promise.withResolvers<void>();
    const write = (line: string) => {
      lines.push(JSON.parse(line).waitingFor);
      logged.resolve();
    };
    const logger = createLogger({ service: 'test', level: 'info', stream: { write } });
    const work = logWaits({ logger, patience: 1 }, async (waitsFor) => {
      waitsFor('the database');
      await logged.promise;
      return 'done';
    });
    expect(await work).toBe('done');
    expect(new Set(lines)).toEqual(new Set(['the database']));
  });
});
