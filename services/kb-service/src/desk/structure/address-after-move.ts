/**
 * Keeps the focus of the keyboard on the arrow that moved an entry.
 * @param arrow such as `31:-1`, the entry 31 upwards; empty if it was dragged
 */
export function addressAfterMove(address: string, arrow: string): string {
  return arrow === '' ? address : `${address}?${new URLSearchParams({ moved: arrow })}`;
}
