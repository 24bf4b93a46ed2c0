import { describe, expect, it } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import {
  describeEnvironment,
  type EnvironmentSchema,
  listUnknownVariables,
  readEnvironment,
} from './environment.ts';

const SCHEMA: EnvironmentSchema = {
  required: ['DATABASE_URL'],
  variables: {
    DATABASE_URL: { description: 'the database', type: 'string', format: 'uri' },
    SITE: { description: 'the site', type: 'string', format: 'address' },
    PORT: { description: 'the port', type: 'integer', minimum: 0, maximum: 65535, default: 4010 },
    MODE: { description: 'how', type: 'string', enum: ['fast', 'safe'], default: 'safe' },
    SECRET: { description: 'a secret', type: 'string', minLength: 8, secret: true },
  },
};

const DATABASE_URL = 'postgres://guidepost:hunter2@db/kb';

describe('configuration', () => {
  it("is read from the schema's variables, with defaults for unset ones", () => {
    const environment = { DATABASE_URL, PORT: '8080', MODE: '', OTHER: 'not ours' };
    expect(readEnvironment(SCHEMA, environment)).toEqual({ DATABASE_URL, PORT: 8080, MODE: 'safe' });
  });

  it.each([
    [{}, 'DATABASE_URL is not set: the database'],
    [{ DATABASE_URL, PORT: 'http' }, 'PORT must be a whole number, not "http"'],
    [{ DATABASE_URL, PORT: '70000' }, 'PORT must be at most 65535, not "70000"'],
    [{ DATABASE_URL, PORT: '80.5' }, 'PORT must be a whole number, not "80.5"'],
    [{ DATABASE_URL, MODE: 'slow' }, 'MODE must be one of fast, safe, not "slow"'],
    [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL is not valid, "nonsense": the database'],
    [{ DATABASE_URL, SITE: 'http://db:99999' }, 'SITE is not valid, "http://db:99999": the site'],
    [{ DATABASE_URL, SECRET: 'short' }, 'SECRET must have at least 8 characters'],
  ])('reports an error in one line that begins with the variable: %j', (environment, message) => {
    expect(() => readEnvironment(SCHEMA, environment)).toThrow(new AppError('invalid', message));
  });

  it.each([
    'postgres://user:hunter2@host name/kb',
    'postgres://user:hun/ter2@host name/kb',
    'postgres://user:hun ter2@host/kb',
    'user:hunter2@host name/kb',
  ])('never shows a password, not even in an error: %s', (url) => {
    const environment = { DATABASE_URL: url };
    expect(() => readEnvironment(SCHEMA, environment)).toThrow(/^DATABASE_URL (?!.*ter2)/);
  });

  it('tells misspelt variables from those of others', () => {
    const environment = { MODE: 'fast', MODES: 'fast', MODE_: '', MOD: 'x', PATH: '/bin', MODE_OF: 'y' };
    expect(listUnknownVariables(SCHEMA, environment, 'MODE')).toEqual(['MODES', 'MODE_OF']);
  });

  it('is shown with its secrets masked', () => {
    const lines = describeEnvironment(
      SCHEMA,
      readEnvironment(SCHEMA, { DATABASE_URL, SECRET: 'sesame-open' }),
    );
    expect(lines).toEqual([
      'DATABASE_URL=postgres://guidepost:********@db/kb',
      'SITE is not set',
      'PORT=4010',
      'MODE=safe',
      'SECRET=********',
    ]);
  });
});
