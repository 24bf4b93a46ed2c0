import { FILE_FIELD } from '../model/attaches-files.ts';
import { ANSWERS_BY_MAIL } from './answers-by-mail.ts';
import { HONEYPOT } from './honeypot.ts';
import { MARKDOWN } from './markdown-flag.ts';

/** Fields of forms with the addresses that they lead to. */
export const RETURN_FIELDS = { success: 'success_url', error: 'error_url' } as const;

/** The field of members' forms that proves where they come from. */
export const MEMBER_TOKEN = 'member_token';

/** Names that requests use beside the fields of a post. */
export const PARAMETER_NAMES: readonly string[] = [
  'key',
  'callback',
  'error',
  ...Object.values(RETURN_FIELDS),
  HONEYPOT,
  ANSWERS_BY_MAIL,
  MARKDOWN,
  MEMBER_TOKEN,
  FILE_FIELD,
];
