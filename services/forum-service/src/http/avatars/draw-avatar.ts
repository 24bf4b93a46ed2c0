/** Dark enough for white letters at every hue: contrast above 4.5:1 (WCAG 2.2). */
const SATURATION_AND_LIGHTNESS = '45%, 30%';

/** Degrees: consecutive ids get distant hues, and 360 of them differ. */
const HUE_STEP = 137;

export function avatarColour(userId: number): string {
  return `hsl(${((userId % 360) * HUE_STEP) % 360}, ${SATURATION_AND_LIGHTNESS})`;
}

/** @param initials letters and digits only, so no escaping: see `areInitials` */
export function drawAvatar(userId: number, initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">
<rect width="80" height="80" fill="${avatarColour(userId)}"/>
<text x="40" y="40" fill="#fff" font-family="sans-serif" font-size="32" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}
