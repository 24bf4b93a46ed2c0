/** The fonts of pages: stacks of what systems have, since pages load none. The first one is the default. */
export const FONTS = ['system', 'humanist', 'serif', 'rounded'] as const;

export type Font = (typeof FONTS)[number];

const STACKS: Readonly<Partial<Record<Font, string>>> = {
  humanist: `Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", "Noto Sans", sans-serif`,
  serif: `Charter, "Bitstream Charter", "Sitka Text", Cambria, "Noto Serif", "DejaVu Serif", serif`,
  rounded: `ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, "Arial Rounded MT Bold", Calibri, "Noto Sans", sans-serif`,
};

/** The rule that sets a font; empty for the one that the stylesheet has. */
export function fontStyle(font: Font): string {
  const stack = STACKS[font];
  return stack === undefined ? '' : `:root{--sans:${stack}}\n`;
}
