/** A host name with at least two labels, and a port unless it is the scheme's (RFC 9110 §7.2). */
const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:[0-9]{1,5})?$/;

/** Ends like an IPv4 address (WHATWG URL §3.5). */
const NUMERIC = /(^|\.)[0-9]+(:[0-9]+)?$/;

/** The dot of a fully qualified name (RFC 1034 §3.1). */
const FINAL_DOT = /\.(?=:[0-9]+$|$)/;

const PORT = /:[0-9]+$/;

/** The host names that a `Host` header may mean: as it is, and with any port. */
export function hostsOf(header: string): string[] {
  const host = parseHost(header);
  return host === undefined ? [] : [...new Set([host, host.replace(PORT, '')])];
}

/** Ports that browsers leave out. */
const USUAL_PORT = /:(?:80|443)$/;

/** A host name in lower case, without a usual port; undefined for addresses and for what is none. */
export function parseHost(text: string): string | undefined {
  const host = text.trim().toLowerCase().replace(USUAL_PORT, '').replace(FINAL_DOT, '');
  return HOST.test(host) && !NUMERIC.test(host) && URL.canParse(`https://${host}`) ? host : undefined;
}
