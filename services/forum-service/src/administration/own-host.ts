import { AppError } from '@guidepost/service-kit';

/**
 * A forum cannot have the host name of the service or of its desk, whose addresses it would hide.
 * @throws AppError `invalid` for the field `host`
 */
export function refuseServiceHost(host: string | undefined, serviceUrls: readonly string[]): void {
  if (!host || !serviceUrls.some((url) => new URL(url).host === host)) return;
  const message = `${host} is the host name of the service itself.`;
  throw new AppError('invalid', message, { fields: { host: [message] } });
}
