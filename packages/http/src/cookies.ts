import type { IncomingMessage } from 'node:http';

/**
 * A cookie of people who are signed in: out of scripts' reach, and sent by other sites only when someone follows a
 * link.
 */
export interface Cookie {
  readonly name: string;
  read(request: Pick<IncomingMessage, 'headers'>): string | undefined;
  /** The `Set-Cookie` header that stores a value. @param seconds until it is forgotten */
  store(value: string, seconds: number): string;
  /** The `Set-Cookie` header that removes it. */
  remove(): string;
}

/**
 * @param url the address of the pages: over TLS, the name begins with `__Host-`, so that no other host of the domain
 * can set the cookie (RFC 6265bis §4.1.3.2); plain HTTP is for loopback
 */
export function createCookie(url: string, plainName: string): Cookie {
  const isSecure = url.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const flags = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: ({ headers }) => readCookie(headers.cookie, name),
    store: (value, seconds) => `${name}=${value}; Max-Age=${seconds}${flags}`,
    remove: () => `${name}=; Max-Age=0${flags}`,
  };
}

/** Values are our own, in base64url. */
const VALUE = /^[\w.-]{1,2000}$/;

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) {
      const value = pair.slice(equals + 1).trim();
      return VALUE.test(value) ? value : undefined;
    }
  }
  return undefined;
}
