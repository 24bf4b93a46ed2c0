// The bundle, since the hundreds of modules behind `culori` take five times as long to load.
import culori, { type Oklch } from 'culori/require';

const { clampChroma, converter, formatHex, wcagContrast } = culori;

export type Scheme = 'light' | 'dark';

export interface AccentShades {
  /** Links: legible on every background of the scheme and on `tint`. */
  text: string;
  /** Buttons: distinct from the backgrounds by colour or by `border`. */
  fill: string;
  /** Text on `fill`: white or almost black. */
  onFill: string;
  tint: string;
  /** Around a `fill` that is not distinct by itself. */
  border?: string;
}

/** The backgrounds in the stylesheet: the page and raised surfaces. */
export const BACKGROUNDS: Record<Scheme, readonly string[]> = {
  light: ['#ffffff', '#f6f7f9'],
  dark: ['#14171c', '#1c2027'],
};

/** Lightness and maximum chroma in OKLCH. */
const TINT = { light: { l: 0.96, c: 0.025 }, dark: { l: 0.27, c: 0.04 } };

/** Contrast by WCAG 2.2: 1.4.3 for text, 1.4.11 for controls. */
const READABLE = 4.5;
const VISIBLE = 3;

const WHITE = '#ffffff';
const NEAR_BLACK = '#14171c';

/** A change of lightness that leaves the colour recognizable. */
const SMALL_CHANGE = 0.1;

const toOklch = converter('oklch');

/**
 * The shades of any accent colour. They keep its hue; lightness changes only as far as legibility requires.
 * @param accent `#rrggbb`
 * @throws TypeError if it is not a colour
 */
export function accentShades(accent: string): Record<Scheme, AccentShades> {
  const fill = readableFill(accent);
  return { light: shadesFor('light', accent, fill), dark: shadesFor('dark', accent, fill) };
}

function shadesFor(scheme: Scheme, accent: string, fill: Fill): AccentShades {
  const tint = tintOf(scheme, accent);
  const ground: Ground = { colors: [...BACKGROUNDS[scheme], tint], away: scheme === 'light' ? 0 : 1 };
  const text = nearestShade(accent, ground.away, (shade) => contrasts(shade, ground.colors, READABLE));
  return { text, tint, ...standingOut(fill, ground) };
}

function tintOf(scheme: Scheme, accent: string): string {
  const { l, c } = TINT[scheme];
  const color = oklch(accent);
  return toHex({ ...color, l, c: Math.min(color.c, c) });
}

interface Ground {
  colors: readonly string[];
  away: number;
}

type Fill = Pick<AccentShades, 'fill' | 'onFill' | 'border'>;

/** Dark text is only expected on light colours. */
function readableFill(accent: string): Fill {
  const fill = nearestShade(accent, 0, (shade) => contrasts(shade, [WHITE], READABLE));
  return isSmallChange(accent, fill) ? { fill, onFill: WHITE } : { fill: accent, onFill: NEAR_BLACK };
}

/** Makes a fill distinct by a small change of lightness, else by a border. */
function standingOut({ fill, onFill }: Fill, { colors, away }: Ground): Fill {
  const visible = (shade: string) => contrasts(shade, colors, VISIBLE);
  const edge = nearestShade(fill, away, visible);
  const suffices = isSmallChange(fill, edge) && contrasts(edge, [onFill], READABLE);
  return suffices ? { fill: edge, onFill } : { fill, onFill, border: edge };
}

/** The shade nearest to `color` that fits, on the way to lightness `end`, which must fit. */
function nearestShade(color: string, end: number, fits: (shade: string) => boolean): string {
  const base = oklch(color);
  if (fits(color)) return color;
  let [unfit, fit] = [base.l, end];
  for (let step = 0; step < 9; step += 1) {
    const middle = (unfit + fit) / 2;
    if (fits(toHex({ ...base, l: middle }))) fit = middle;
    else unfit = middle;
  }
  return toHex({ ...base, l: fit });
}

function contrasts(color: string, others: readonly string[], least: number): boolean {
  return others.every((other) => wcagContrast(color, other) >= least);
}

function isSmallChange(from: string, to: string): boolean {
  return Math.abs(oklch(from).l - oklch(to).l) <= SMALL_CHANGE;
}

function oklch(color: string): Oklch {
  const found = toOklch(color);
  if (!found) throw new TypeError(`${color} is not a colour`);
  return found;
}

/** Reduces the chroma where it is outside sRGB. */
function toHex(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch'));
}
