import type { IncomingMessage } from 'node:http';
import { AppError, type Logger } from '@guidepost/service-kit';
import { type ClientAddress, createClaimedAddress, createClientAddress } from './client-address.ts';
import { noticeUntrustedProxy } from './untrusted-proxy.ts';

/** Addresses of clients, as far as the configuration trusts them. */
export interface Clients {
  addressOf: ClientAddress;
  /** The address that a sender with an access key claims to act for. */
  claimedAddressOf: ClientAddress;
  /** Call with every request: warns once when an untrusted proxy seems to be in front. */
  noticeProxy: (request: IncomingMessage) => void;
}

const UNTRUSTED_PROXY =
  'X-Forwarded-For arrives from a private address but no proxy is trusted, so all clients count as one; set TRUSTED_PROXIES';

/**
 * @param trustedProxies the variable `TRUSTED_PROXIES`: addresses and networks, separated by commas
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

/** Splits and checks `TRUSTED_PROXIES`. @throws AppError `invalid` that begins with the variable's name */
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
