/** In this order, since most browsers also claim to be others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const LONGEST_HEADER = 1_000;

/** The part of a `User-Agent` that people recognise: `Firefox on Linux`; an empty string if nothing. */
export function browserName(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, LONGEST_HEADER) ?? '';
  return [nameIn(BROWSERS, header), nameIn(SYSTEMS, header)].filter(Boolean).join(' on ');
}

function nameIn(names: readonly [RegExp, string][], header: string): string | undefined {
  return names.find(([pattern]) => pattern.test(header))?.[1];
}
