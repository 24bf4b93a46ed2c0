import type { FieldTable } from '../../posting/field.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { FormFields } from './read-form-fields.ts';
import type { ReturnAddresses } from './return-addresses.ts';

/** A form that was sent, as far as it is known by now. */
export interface SentForm {
  /** What is asked for where it was sent to. */
  readonly table: FieldTable;
  readonly countsAs: PostEndpoint['countsAs'];
  readonly fields: FormFields;
  /** Once they are judged. */
  readonly returnTo?: ReturnAddresses;
}
