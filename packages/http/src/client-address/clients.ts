import type { IncomingMessage } from 'node:http';
import { AppError, type Logger } from '@guidepost/service-kit';
import { type ClientAddress, createClaimedAddress, createClientAddress } from './client-address.ts';
import { noticeUntrustedProxy } from './untrusted-proxy.ts';

/** Whom requests come from, as far as the configuration lets us believe it. */
export interface Clients {
  /** The sender's address. */
  addressOf: ClientAddress;
  /** The address of whom a sender with an access key speaks for. */
  claimedAddressOf: ClientAddress;
  /** To be shown each request: the first that comes through a proxy which nobody trusts is worth a warning. */
  noticeProxy: (request: IncomingMessage) => void;
}

const UNTRUSTED_PROXY =
  'X-Forwarded-For arrives from a private address but no proxy is trusted, so that all clients count as one; set TRUSTED_PROXIES';

/**
 * @param trustedProxies what the variable `TRUSTED_PROXIES` says: addresses and networks, separated by commas
 * @throws AppError `invalid` that begins with the variable's name
 */
export function createClients(trustedProxies: string, logger: Logger): Clients {
  const proxies = readTrustedProxies(trustedProxies);
  return {
    addressOf: createClientAddress(proxies),
    claimedAddressOf: createClaimedAddress(proxies),
    noticeProxy: noticeUntrustedProxy(proxies, () => logger.warn(UNTRUSTED_PROXY)),
  };
}

/**
 * The entries of the variable `TRUSTED_PROXIES`.
 * @throws AppError `invalid` that begins with the variable's name
 */
export function readTrustedProxies(trustedProxies: string): string[] {
  const entries = trustedProxies.split(',').map((entry) => entry.trim());
  const proxies = entries.filter((entry) => entry !== '');
  try {
    createClientAddress(proxies);
    return proxies;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid', `TRUSTED_PROXIES: ${error.message}`, { cause: error });
  }
}
