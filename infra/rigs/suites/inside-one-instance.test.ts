import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../../local/settings.ts';
import { INSIDE_ONE_INSTANCE } from './inside-one-instance.ts';

it('tests that look inside one instance are listed with files that exist', () => {
  const files = Object.values(INSIDE_ONE_INSTANCE).flatMap((tests) => tests.map(([file]) => file));
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
