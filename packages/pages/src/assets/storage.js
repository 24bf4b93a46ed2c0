// The browser's storage for the scripts of all pages.

/**
 * Browsers may forbid storage, or have no room left: then pages are as they are without a script.
 * @template Result
 * @param {() => Result} work
 * @returns {Result | undefined}
 */
function ifStored(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}
