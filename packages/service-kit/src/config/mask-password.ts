/** Shown for what is secret. */
export const MASK = '********';

/** Masks the password in a URL such as `postgres://user:secret@host/name`, also where it is not a valid one. */
export function maskPassword(value: string): string {
  return value
    .replace(/(^[^:@/?#\s]*:(?!\/\/)|:\/\/[^:@/?#\s]*:)[^,]*@/g, `$1${MASK}@`)
    .replace(/([?&]password=)[^&]*/g, `$1${MASK}`);
}
