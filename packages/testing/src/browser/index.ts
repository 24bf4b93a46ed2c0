export { type KillableBrowser, openKillableBrowser } from './killable-browser.ts';
export {
  examineLooks,
  findBarriers,
  findFaintText,
  findOverflow,
  findOverlaps,
  findShifts,
  takePicture,
} from './looks.ts';
export { type Locator, openBrowser, type Page, type Reader, type TestBrowser } from './test-browser.ts';
