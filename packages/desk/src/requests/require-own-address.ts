import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '@guidepost/access/staff';
import { AppError } from '@guidepost/service-kit';

/**
 * Refuses requests from other machines to a desk without TLS, whose cookies could be read on the way. A proxy that
 * terminates TLS passes on the public host name, which `DESK_URL` has to name.
 * @throws AppError `forbidden`
 */
export function requireOwnAddress({ host = '' }: IncomingHttpHeaders, deskUrl: string): void {
  const address = `http://${host}`;
  if (deskUrl.startsWith('https:') || (URL.canParse(address) && isLoopback(address))) return;
  throw new AppError('forbidden', 'Set DESK_URL to the https address at which people open the desk.', {
    reason: 'noSecureAddress',
  });
}
