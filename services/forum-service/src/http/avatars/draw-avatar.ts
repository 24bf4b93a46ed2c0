/** Dark enough for white letters at every hue: more than 4.5 to 1 (WCAG 2.2). */
const SATURATION_AND_LIGHTNESS = '45%, 30%';

/** In degrees: neighbours in the order of their ids are far from each other on the wheel, and 360 of them differ. */
const HUE_STEP = 137;

/** A hue for each user. */
export function avatarColour(userId: number): string {
  return `hsl(${((userId % 360) * HUE_STEP) % 360}, ${SATURATION_AND_LIGHTNESS})`;
}

/** @param initials letters and digits, so there is nothing to escape: see `areInitials` */
export function drawAvatar(userId: number, initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">
<rect width="80" height="80" fill="${avatarColour(userId)}"/>
<text x="40" y="40" fill="#fff" font-family="sans-serif" font-size="32" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}
