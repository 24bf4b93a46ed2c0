import { AppError } from '@guidepost/service-kit';

const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[0-9]{1,5})?$/;

/** Ends like an IPv4 address (WHATWG URL §3.5). */
const NUMERIC = /(^|\.)[0-9]+(:[0-9]+)?$/;

/** The dot of a fully qualified name (RFC 1034 §3.1). */
const FINAL_DOT = /\.(?=:[0-9]+$|$)/;

/** Ports that browsers leave out. */
const USUAL_PORT = /:(?:80|443)$/;

const PORT = /:[0-9]+$/;

/**
 * A host name or an IPv4 address as browsers send it (RFC 9110 §7.2): in lower case, without a usual port. Undefined
 * for what no browser sends.
 */
export function parseHost(text: string): string | undefined {
  const host = text.trim().toLowerCase().replace(USUAL_PORT, '').replace(FINAL_DOT, '');
  return HOST.test(host) && URL.canParse(`https://${host}`) ? host : undefined;
}

/** Like {@link parseHost}, for a name that a tenant may claim: with at least two labels, and no address. */
export function parseDomainName(text: string): string | undefined {
  const host = parseHost(text);
  return host?.includes('.') && !NUMERIC.test(host) ? host : undefined;
}

/** The hosts that a `Host` header may mean: as it is, and with any port. */
export function hostsOf(header: string): string[] {
  const host = parseHost(header);
  return host === undefined ? [] : [...new Set([host, host.replace(PORT, '')])];
}

/**
 * A tenant cannot have the host name of the service or of its desk, whose addresses it would hide.
 * @param host as {@link parseDomainName} returns it
 * @throws AppError `invalid` for the field `host`
 */
export function refuseServiceHost(host: string, serviceUrls: readonly string[]): void {
  if (!serviceUrls.some((url) => hostsOf(new URL(url).host).includes(host))) return;
  const message = `${host} is the host name of the service itself.`;
  throw new AppError('invalid', message, { fields: { host: [message] } });
}

/** An IP address or this machine, which no name server of others can lead to. */
const BY_ADDRESS = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Whether a `Host` header is an address or a host of one of the URLs. A page whose own name was made to lead to this
 * service (DNS rebinding) sends another one.
 */
export function isHostOfService(header: string, urls: readonly string[]): boolean {
  if (BY_ADDRESS.test(header)) return true;
  const hosts = hostsOf(header);
  return urls.some((url) => hostsOf(new URL(url).host).some((host) => hosts.includes(host)));
}
