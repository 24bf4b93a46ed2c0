import { isIP } from 'node:net';
import { AppError, type ErrorKind } from '@guidepost/service-kit';

/** Who asks for a passkey, and what a response has to be made for. */
export interface RelyingParty {
  rpID: string;
  expected: { expectedOrigin: string; expectedRPID: string; requireUserVerification: true };
}

/** Seconds to answer in. */
export const PASSKEY_TIMEOUT = 5 * 60;

/** Takes 400 ms, which neither a start nor a command should. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

export function relyingPartyOf(deskUrl: string): RelyingParty {
  const { hostname, origin } = new URL(deskUrl);
  return {
    rpID: hostname,
    expected: { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true },
  };
}

/** Browsers make no passkeys for IP addresses. */
export function canHavePasskeys(deskUrl: string): boolean {
  return isIP(new URL(deskUrl).hostname.replace(/^\[|\]$/g, '')) === 0;
}

/** The challenge that a response answers; an empty string if there is none. */
export function challengeIn(response: { response?: { clientDataJSON?: unknown } } | null): string {
  try {
    const text = Buffer.from(String(response?.response?.clientDataJSON), 'base64url').toString();
    return String((JSON.parse(text) as { challenge?: unknown } | null)?.challenge ?? '');
  } catch {
    return '';
  }
}

export function unusablePasskey(kind: ErrorKind, cause?: unknown): AppError {
  return new AppError(kind, 'This passkey could not be used. Try again, or sign in another way.', {
    reason: 'passkeyFailed',
    cause,
  });
}

/** A person's id for authenticators, which tells nothing about the person. */
export function userIdOf(uuid: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(uuid.replaceAll('-', ''), 'hex'));
}
