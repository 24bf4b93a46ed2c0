const SPACES_AND_CONTROLS = /[\s\p{Cc}]+/gu;

/** One space for any run of white space, no-break spaces and control characters included; none around. */
export function foldWhiteSpace(text: string): string {
  return text.replace(SPACES_AND_CONTROLS, ' ').trim();
}
