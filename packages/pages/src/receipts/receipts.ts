import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds: time for a slow connection to follow a redirect, and too little for an address to be passed on. */
const LIFETIME = 120_000;

const PATTERN = /^([0-9a-z]{1,9})\.[\w-]{22}$/;

/**
 * What an address carries from a form that was sent to the page that says thanks, so that the same address does not thank
 * other people who open it later.
 */
export interface Receipts {
  /** @param subject what was sent and where */
  issue(subject: string): Promise<string>;
  /** Whether a receipt for this subject was issued within the last two minutes. */
  isValid(receipt: string, subject: string): Promise<boolean>;
}

export interface ReceiptsOptions {
  /** The same for all instances. */
  readonly secret: () => Promise<string | Buffer>;
  /** Milliseconds since 1970; the clock unless set. */
  readonly now?: () => number;
}

export function createReceipts({ secret, now = Date.now }: ReceiptsOptions): Receipts {
  const sign = async (expiry: string, subject: string) => {
    const hash = createHmac('sha256', await secret()).update(`receipt:${expiry}:${subject}`);
    return `${expiry}.${hash.digest('base64url').slice(0, 22)}`;
  };
  return {
    issue: (subject) => sign((now() + LIFETIME).toString(36), subject),
    async isValid(receipt, subject) {
      const [, expiry] = PATTERN.exec(receipt) ?? [];
      if (expiry === undefined || Number.parseInt(expiry, 36) < now()) return false;
      return timingSafeEqual(Buffer.from(receipt), Buffer.from(await sign(expiry, subject)));
    },
  };
}
