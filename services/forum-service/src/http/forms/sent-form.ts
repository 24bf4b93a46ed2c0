import type { FieldTable } from '../../posting/field.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { FormFields } from './read-form-fields.ts';
import type { ReturnAddresses } from './return-addresses.ts';

export interface SentForm {
  readonly table: FieldTable;
  readonly countsAs: PostEndpoint['countsAs'];
  readonly fields: FormFields;
  readonly returnTo?: ReturnAddresses;
}
