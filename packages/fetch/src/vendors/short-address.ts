const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const SHA1_DIGITS = 40;

/** Base 62 of a SHA-1 has 27 digits at most. */
const SHORT = /^upload:\/\/([0-9a-zA-Z]{1,27})(?:\.[\w.-]{1,20})?$/;

/** The SHA-1 that an address such as `upload://9QcYfNNFjVSh6CLrLYdkE9tRzzL.png` has in base 62; undefined for others. */
export function sha1OfShort(address: string): string | undefined {
  const [, digits] = SHORT.exec(address) ?? [];
  if (digits === undefined) return undefined;
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  const sha1 = value.toString(16).padStart(SHA1_DIGITS, '0');
  return sha1.length === SHA1_DIGITS ? sha1 : undefined;
}

/** The same as Discourse writes it. @param sha1 40 hexadecimal digits */
export function shortOfSha1(sha1: string, extension: string): string {
  let digits = '';
  for (let value = BigInt(`0x${sha1}`); value > 0n; value /= 62n)
    digits = DIGITS[Number(value % 62n)] + digits;
  return `upload://${digits || '0'}${extension && `.${extension}`}`;
}
