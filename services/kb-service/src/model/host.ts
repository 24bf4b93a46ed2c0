const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/;
const MAX_LENGTH = 259;

/** A host name in lower case, optionally with a port; undefined for what is none. */
export function parseHost(text: string): string | undefined {
  const host = text.trim().toLowerCase();
  return host.length <= MAX_LENGTH && HOST.test(host) ? host : undefined;
}
