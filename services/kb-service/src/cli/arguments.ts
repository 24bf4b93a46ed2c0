import { InvalidArgumentError } from 'commander';
import { ACCESS_MODES, type AccessMode } from '../model/knowledge-base.ts';
import { parseSlug as readSlug } from '../model/slug.ts';

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/;
const LONGEST_HOST = 259;

/** @throws InvalidArgumentError */
export function parseHost(value: string): string {
  const host = value.toLowerCase();
  if (host.length <= LONGEST_HOST && HOST.test(host)) return host;
  throw new InvalidArgumentError('It must be a host name such as help.example.com, with a port if need be.');
}

/** For the help of commands that set who may read. */
export const ACCESS_NOTE = `
With access "key" the API needs an access key and there are no pages. Images need no key: anyone who knows their
unguessable address can load them. Images that were loaded while the knowledge base was public may stay in shared caches
for up to a year.
`;

/** @throws InvalidArgumentError */
export function parseAccess(value: string): AccessMode {
  const access = ACCESS_MODES.find((mode) => mode === value);
  if (access) return access;
  throw new InvalidArgumentError(`It must be one of ${ACCESS_MODES.join(', ')}.`);
}

/** @throws InvalidArgumentError */
export function parseSlug(value: string): string {
  const slug = readSlug(value);
  if (slug) return slug;
  throw new InvalidArgumentError(
    'It must be letters a-z and digits, in words joined by "-", up to 200 of them.',
  );
}
