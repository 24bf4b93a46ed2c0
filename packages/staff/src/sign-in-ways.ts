import { AppError } from '@guidepost/service-kit';
import { canHavePasskeys } from './webauthn.ts';

/** The ways to sign in that are open. */
export interface Ways {
  password: boolean;
  passkey: boolean;
  openId: boolean;
}

export function openWays(options: { deskUrl: string; openId: boolean; openIdOnly: boolean }): Ways {
  const others = !options.openIdOnly;
  return { password: others, passkey: others && canHavePasskeys(options.deskUrl), openId: options.openId };
}

/** @throws AppError `forbidden` */
export function requireWay(isOpen: boolean): void {
  if (!isOpen) throw new AppError('forbidden', 'This way to sign in is turned off.', { reason: 'wayClosed' });
}

/** Where a request comes from. */
export interface Visitor {
  /** The IP address. */
  sender: string;
  userAgent: string | undefined;
  /** The secret of the session that the browser had until now, which ends. */
  token?: string | undefined;
}
