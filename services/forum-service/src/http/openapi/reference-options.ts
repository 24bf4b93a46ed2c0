import { memberRows, type ReferenceOptions } from '@guidepost/openapi';
import { DESCRIBED_KINDS, ERROR_DESCRIPTIONS, statusOf } from './error-responses.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';

/** What `/docs` says besides the document. */
export const REFERENCE_OPTIONS: ReferenceOptions = {
  origin: { variable: 'FORUM', example: 'http://127.0.0.1:4020' },
  resources: {
    title: 'Records',
    introduction: 'The same fields in JSON and XML. Times are in UTC, addresses are absolute.',
    list: Object.entries(RECORD_SCHEMAS).map(([name, schema]) => ({
      name,
      parts: [{ title: 'Fields', rows: memberRows(schema) }],
    })),
  },
  errors: {
    introduction:
      'A few words of plain text, whatever the format; messages by parameter or field, as JSON, where there are some to show.',
    list: DESCRIBED_KINDS.map((kind) => ({
      status: statusOf(kind),
      description: ERROR_DESCRIPTIONS[kind].description,
    })),
  },
};
