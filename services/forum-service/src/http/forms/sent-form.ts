import type { MemberSession } from '../../people/sessions.ts';
import type { FieldTable } from '../../posts/field.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { FormFields } from './read-form-fields.ts';
import type { ReturnAddresses } from './return-addresses.ts';

export interface SentForm {
  readonly table: FieldTable;
  readonly countsAs: PostEndpoint['countsAs'];
  readonly fields: FormFields;
  readonly returnTo?: ReturnAddresses;
  /** Who is signed in and sent it: name and address are theirs. */
  readonly member?: MemberSession | undefined;
  /** Whether a file was sent with it. */
  readonly hasFile: boolean;
}
