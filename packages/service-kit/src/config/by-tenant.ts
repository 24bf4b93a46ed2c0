import { AppError } from '../errors/app-error.ts';
import { HTTP_URL } from './service-variables.ts';

/** Values by the name of the tenant they are for; the one named '' is for all others. */
export type ByTenant = ReadonlyMap<string, string>;

const NAMED = /^([a-z0-9][a-z0-9.:-]*)=(.+)$/i;

const ADDRESS = new RegExp(HTTP_URL.pattern);

/** What a header can carry; a comma separates. */
const KEY = /^[!-+\--~]+$/;

/**
 * Addresses without a trailing slash: one for all tenants, or several such as `https://a.example, shop=https://b.example`.
 * @throws AppError `invalid`: one line that begins with the variable's name
 */
export function readAddressesByTenant(variable: string, text: string | undefined): ByTenant {
  const addresses = readByTenant(text, (value) => ADDRESS.test(value) && URL.canParse(value));
  if (!addresses)
    throw new AppError(
      'invalid',
      `${variable} must be an http or https address, or several as name=address, separated by commas`,
    );
  return new Map(Array.from(addresses, ([name, address]) => [name, address.replace(/(?<!\/)\/+$/, '')]));
}

/**
 * Access keys: one for all tenants, or several as `name=key`.
 * @throws AppError `invalid`, as above and without a key in it
 */
export function readKeysByTenant(variable: string, text: string | undefined): ByTenant {
  const keys = readByTenant(text, (value) => KEY.test(value));
  if (keys) return keys;
  throw new AppError('invalid', `${variable} must be a key, or several as name=key, separated by commas`);
}

/** Undefined if one is invalid or two are for the same. */
function readByTenant(text = '', isValid: (value: string) => boolean): ByTenant | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const values = entries.filter(Boolean).map(readEntry);
  const byName = new Map(values);
  const isRefused = byName.size < values.length || values.some(([, value]) => !isValid(value));
  return isRefused ? undefined : byName;
}

function readEntry(entry: string): [name: string, value: string] {
  const [, name = '', value = entry] = NAMED.exec(entry) ?? [];
  return [name.toLowerCase(), value];
}
