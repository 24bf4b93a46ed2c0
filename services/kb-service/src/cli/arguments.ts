import { parseDomainName, parseHost } from '@guidepost/http';
import { type Command, InvalidArgumentError } from 'commander';
import { ACCESS_MODES, type AccessMode, parseEditionName } from '../model/knowledge-base.ts';
import { parseSlug, SLUG_FORM } from '../model/slug.ts';

/** Stands for standard output in place of a file. */
export const STDOUT = '-';

export const ACCESS_NOTE = `
With access "key", the API requires an access key and there are no pages. Images are served without a key to anyone
who has their unguessable URLs. Images served while the knowledge base was public may stay in shared caches for up to a
year.`;

export function hostCommand(group: Command, name: string, description = ''): Command {
  return group
    .command(name)
    .description(description)
    .argument('<host>', 'the host name of the knowledge base', parseHostArgument);
}

/** The host of an existing knowledge base as it is stored, perhaps with a port, which new names do not have. */
export const parseHostArgument = hostParser((text) => {
  const name = text.trim().toLowerCase();
  return parseHost(parseEditionName(name).host) === undefined ? undefined : name;
});

export const parseNewHost = hostParser(parseHost);

/** A name that is added to others. */
export const parseAddedHost = hostParser(parseDomainName);

function hostParser(parse: (text: string) => string | undefined): (value: string) => string {
  return (value) => {
    const host = parse(value);
    if (host !== undefined) return host;
    throw new InvalidArgumentError(
      'It must be a host name such as help.example.com, optionally with a port.',
    );
  };
}

export function parseAccess(value: string): AccessMode {
  const access = ACCESS_MODES.find((mode) => mode === value);
  if (access) return access;
  throw new InvalidArgumentError(`It must be one of ${ACCESS_MODES.join(', ')}.`);
}

export function parseSlugArgument(value: string): string {
  const slug = parseSlug(value);
  if (slug) return slug;
  throw new InvalidArgumentError(`It must be ${SLUG_FORM}.`);
}

/** Values of an option that can be repeated. */
export function collectWords(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
