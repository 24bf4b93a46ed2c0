import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';

const DATABASE = { KB_DATABASE_URL: 'postgres://guidepost:hunter2@127.0.0.1:1/kb' };

describe('readConfig', () => {
  it.each([
    [{}, /^KB_DATABASE_URL is not set: /],
    [{ KB_DATABASE_URL: 'mysql://guidepost:hunter2@db/kb' }, /^KB_DATABASE_URL must match pattern/],
    [{ ...DATABASE, KB_PORT: 'http' }, /^KB_PORT must be integer, not "http"/],
    [{ ...DATABASE, KB_PORT: '70000' }, /^KB_PORT must be <= 65535/],
    [{ ...DATABASE, LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be equal to one of .*: trace, debug/],
    [{ ...DATABASE, PUBLIC_URL_TEMPLATE: '/{slug}' }, /^PUBLIC_URL_TEMPLATE must be an http/],
    [
      { ...DATABASE, PUBLIC_URL_TEMPLATE: 'https://x/{name}' },
      /^PUBLIC_URL_TEMPLATE has an unknown placeholder \{name\}/,
    ],
    [{ ...DATABASE, KB_SECRET: 'hunter2' }, /^KB_SECRET must NOT have fewer than 16/],
    [{ ...DATABASE, MEILI_URL: 'meili:7700' }, /^MEILI_URL must match pattern/],
    [{ ...DATABASE, MEILI_URL: 'http://guidepost:hunter2@meili:7700' }, /^MEILI_URL must match pattern/],
    [{ ...DATABASE, MEILI_URL: 'http://' }, /^MEILI_URL must match pattern/],
    [{ ...DATABASE, MEILI_KEY: 'hunter2\n' }, /^MEILI_KEY must match pattern/],
    [{ ...DATABASE, TRUSTED_PROXIES: '10.0.0.0/8,me' }, /^TRUSTED_PROXIES: .*"me"/],
  ])('refuses %j in one line that names the variable and contains no secret', (environment, line) => {
    const message = messageOf(() => readConfig(environment));
    expect(message).toMatch(line);
    expect(message).not.toMatch(/\n|hunter2/);
  });
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}
