/** More than any picture has; each takes memory, and some take only two bytes of a file. */
const MAX_PARTS = 65_536;

/** The parts of a file in turn. @throws RangeError if there are too many */
export function* limited<T>(parts: Iterable<T>): Generator<T> {
  let count = 0;
  for (const part of parts) {
    count += 1;
    if (count > MAX_PARTS) throw new RangeError('too many parts');
    yield part;
  }
}
