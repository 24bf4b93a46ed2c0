/** Asks for each value while the one before it is in use. */
export async function* readAhead<Value>(values: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  try {
    let next = values.next();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // It fails when its turn comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await values.return();
  }
}
