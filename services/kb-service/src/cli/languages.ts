import { parseLanguage } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { InvalidArgumentError } from 'commander';
import type { Actor } from '../model/permissions.ts';
import { setLanguageFallbacks, setLanguages } from '../tenants/languages.ts';
import type { ChangeOptions } from './commands.ts';

/** Changes a knowledge base; returns whether anything changed, and the new values. */
export type Change = (
  database: Database,
  actor: Actor,
  host: string,
  options: SetOptions,
) => Promise<{ changed: boolean }>;

export interface SetOptions extends ChangeOptions {
  yes?: boolean;
}

export function changeLanguages(value: string): Change {
  const languages = value.split(',').map(parseLanguage);
  return async (database, actor, host, { yes = false }) =>
    setLanguages(database, actor, { host, languages, withTranslations: yes });
}

/** `pt-BR=es,en`, `pt-BR=default` or `pt-BR=none` */
export function changeFallbacks(value: string): Change {
  const [language = '', list] = value.split('=');
  if (list === undefined) throw new InvalidArgumentError('It must be like pt-BR=es,en.');
  const tag = parseLanguage(language);
  const fallbacks = list === 'default' ? null : list === 'none' ? [] : list.split(',').map(parseLanguage);
  return async (database, actor, host) => ({
    changed: await setLanguageFallbacks(database, actor, { host, language: tag, fallbacks }),
    language: tag,
    fallbacks,
  });
}
