import type { COMMENT_FIELDS, DIALOG_FIELDS, REPORT_FIELDS } from '../posting/fields.ts';

type FieldName = keyof (typeof DIALOG_FIELDS & typeof COMMENT_FIELDS & typeof REPORT_FIELDS);

/** What a form that could not be taken says besides its messages, in one language. */
export interface FormWords {
  heading: string;
  /** Above the form with all that was typed. */
  advice: string;
  /** Where it is not known what was typed. */
  goBack: string;
  send: string;
  /** For those whose browser shows the field that people do not see. */
  leaveEmpty: string;
  labels: Readonly<Record<FieldName, string>>;
}
