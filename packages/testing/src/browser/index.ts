export { findChromium } from './find-chromium.ts';
export { type KillableBrowser, openKillableBrowser } from './killable-browser.ts';
export { examineLooks, findBarriers, findFaintText, findOverflow, findShifts, takePicture } from './looks.ts';
export { findOverlaps } from './overlaps.ts';
export { type Locator, openBrowser, type Page, type Reader, type TestBrowser } from './test-browser.ts';
