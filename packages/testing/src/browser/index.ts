export { findBarriers, findFaintText } from './barriers.ts';
export { findChromium } from './find-chromium.ts';
export { type KillableBrowser, openKillableBrowser } from './killable-browser.ts';
export { examineLooks, findShifts } from './looks.ts';
export { findOverflow } from './overflow.ts';
export { findOverlaps } from './overlaps.ts';
export { takePicture } from './picture.ts';
export { type Locator, openBrowser, type Page, type Reader, type TestBrowser } from './test-browser.ts';
