import { describe, expect, it } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import { createLogger } from './logger.ts';

function log(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger({ service: 'kb', level: 'info', stream: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => JSON.parse(line));
}

describe('the log', () => {
  it('is JSON, one line per event, with the service and the time', () => {
    const [line] = log((logger) => logger.info({ port: 4010 }, 'ready'));
    expect(line).toMatchObject({
      service: 'kb',
      port: 4010,
      msg: 'ready',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('reduces errors and their causes to what identifies the fault', () => {
    const cause = Object.assign(new Error('syntax error'), {
      code: '42601',
      query: 'select secret',
      params: ['secret'],
    });
    const [line] = log((logger) =>
      logger.error({ err: new AppError('internal', 'It failed.', { cause }) }, 'failed'),
    );
    expect(line).toMatchObject({
      err: { type: 'AppError', message: 'It failed.', cause: { code: '42601' } },
    });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('accepts thrown values that are not errors', () => {
    const [line] = log((logger) => logger.error({ err: 'just text' }, 'failed'));
    expect(line).toMatchObject({ err: { type: 'string', message: 'just text' } });
  });
});
