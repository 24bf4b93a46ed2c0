import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { HeaderFields } from './responses/representation.ts';

/** Helmet's headers that differ between kinds of responses. */
export interface SecurityOptions
  extends Pick<HelmetOptions, 'crossOriginOpenerPolicy' | 'crossOriginResourcePolicy' | 'xFrameOptions'> {
  /** Content-Security-Policy after `default-src 'none'`; `[]` for a directive without values, such as `sandbox`. */
  policy?: Readonly<Record<string, string | readonly string[]>>;
}

/** Helmet's other defaults: TLS is up to the proxy, and the rest are for old browsers. */
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

/** Headers of one kind of response, as plain fields for cached responses too. @throws Error for an invalid directive */
export function securityHeaders({ policy = {}, ...options }: SecurityOptions = {}): HeaderFields {
  const headers: Record<string, string> = {};
  const response = {
    setHeader(name: string, value: string) {
      // Helmet separates directives with `;` alone.
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
