import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { HeaderFields } from '../responses/representation.ts';

/** Headers of a kind of answer that helmet knows and that differ between kinds. */
export interface SecurityOptions
  extends Pick<HelmetOptions, 'crossOriginOpenerPolicy' | 'crossOriginResourcePolicy' | 'xFrameOptions'> {
  /** Directives of the Content-Security-Policy after `default-src 'none'`; without an entry such as `sandbox`, `[]`. */
  policy?: Readonly<Record<string, string | readonly string[]>>;
}

/** What helmet would add to everything. TLS is the proxy's affair, and the others are for browsers of long ago. */
const LEFT_OUT = {
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
} as const satisfies HelmetOptions;

/**
 * The security headers of one kind of answer, by helmet. Made once at start and not for each response, so that answers
 * from memory have them too.
 *
 * @throws Error for a directive that is none
 */
export function securityHeaders({ policy = {}, ...options }: SecurityOptions = {}): HeaderFields {
  const headers: Record<string, string> = {};
  const response = {
    setHeader(name: string, value: string) {
      // helmet separates directives by `;` alone.
      headers[name] = value.replaceAll(';', '; ');
    },
  };
  const directives = { 'default-src': "'none'", ...policy };
  const contentSecurityPolicy = { useDefaults: false, directives };
  helmet({ ...LEFT_OUT, ...options, contentSecurityPolicy })(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    (error?: unknown) => {
      if (error instanceof Error) throw error;
    },
  );
  return Object.freeze(headers);
}
