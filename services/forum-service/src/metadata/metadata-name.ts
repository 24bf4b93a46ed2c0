const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** What every post may have, and forms and clients beside it. */
const TAKEN = new Set(
  'name useremail topic title text tags archived is_org_reply work_title report_reason key callback error_url success_url'.split(
    ' ',
  ),
);

/** Whether a metadata field can be called so. */
export function isMetadataName(text: string): boolean {
  return NAME.test(text) && !TAKEN.has(text);
}
