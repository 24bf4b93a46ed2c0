// The bundle: the modules behind `culori` and `culori/fn` are hundreds, and take five times as long to load.
import culori, { type Oklch } from 'culori/require';

const { clampChroma, converter, formatHex, wcagContrast } = culori;

export type Scheme = 'light' | 'dark';

/** What an accent colour gives to a page, each as `#rrggbb`. */
export interface AccentShades {
  /** Links: readable on every background of the scheme, and on `tint`. */
  text: string;
  /** Buttons and the like, seen on the same by itself or by `border`. */
  fill: string;
  /** What is written on `fill`: white, or nearly black. */
  onFill: string;
  /** A faint background. */
  tint: string;
  /** Around `fill`, where that cannot be seen by itself. */
  border?: string;
}

/** The backgrounds of pages, as the stylesheet has them: the page, and what is raised from it. */
export const BACKGROUNDS: Record<Scheme, readonly string[]> = {
  light: ['#ffffff', '#f6f7f9'],
  dark: ['#14171c', '#1c2027'],
};

/** Lightness, and the chroma at most, in OKLCH. */
const TINT = { light: { l: 0.96, c: 0.025 }, dark: { l: 0.27, c: 0.04 } };

/** Contrast by WCAG 2.2: 1.4.3 for text, 1.4.11 for the edges of what can be pressed. */
const READABLE = 4.5;
const VISIBLE = 3;

const WHITE = '#ffffff';
const NEAR_BLACK = '#14171c';

/** Lightness that a fill may gain or lose and still be taken for the colour that was chosen. */
const SMALL_CHANGE = 0.1;

const toOklch = converter('oklch');

/**
 * Makes the colours of pages out of one that somebody chose, which may be any. They keep its hue; where the colour
 * itself cannot be read, its lightness changes as little as need be.
 *
 * @param accent `#rrggbb`
 * @throws TypeError when it is no colour
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

/** What shades are seen on. */
interface Ground {
  colors: readonly string[];
  /** The lightness that is farthest from them. */
  away: number;
}

type Fill = Pick<AccentShades, 'fill' | 'onFill' | 'border'>;

/** White is what people expect on a strong colour, and only a light one has dark text. */
function readableFill(accent: string): Fill {
  const fill = nearestShade(accent, 0, (shade) => contrasts(shade, [WHITE], READABLE));
  return isSmallChange(accent, fill) ? { fill, onFill: WHITE } : { fill: accent, onFill: NEAR_BLACK };
}

/** What it takes for a fill to be seen: a small change where that is enough, else a border. */
function standingOut({ fill, onFill }: Fill, { colors, away }: Ground): Fill {
  const visible = (shade: string) => contrasts(shade, colors, VISIBLE);
  const edge = nearestShade(fill, away, visible);
  const suffices = isSmallChange(fill, edge) && contrasts(edge, [onFill], READABLE);
  return suffices ? { fill: edge, onFill } : { fill, onFill, border: edge };
}

/** The shade that fits and is next to `color`, on its way to the lightness `end`, which has to fit. */
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
  if (!found) throw new TypeError(`${color} is no colour`);
  return found;
}

/** As a screen shows it: with less chroma where sRGB has not as much at this lightness. */
function toHex(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch'));
}
