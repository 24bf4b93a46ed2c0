const SPACES_AND_CONTROLS = /[\s\p{Cc}]+/gu;

/** Collapses runs of white space (no-break spaces and control characters, too) into one space, and trims. */
export function foldWhiteSpace(text: string): string {
  return text.replace(SPACES_AND_CONTROLS, ' ').trim();
}
