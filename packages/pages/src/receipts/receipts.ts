import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds: long enough for slow redirects, too short to pass the URL on. */
const LIFETIME = 120_000;

const PATTERN = /^([0-9a-z]{1,9})\.[\w-]{22}$/;

/** Receipts in URLs prove that a form was just submitted, so that a shared URL does not thank others. */
export interface Receipts {
  /** @param subject what was sent and where */
  issue(subject: string): Promise<string>;
  /** Whether a receipt for this subject is at most two minutes old. */
  isValid(receipt: string, subject: string): Promise<boolean>;
}

export interface ReceiptsOptions {
  /** Shared by all instances. */
  readonly secret: () => Promise<string | Buffer>;
  /** Milliseconds since 1970; the clock by default. */
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
