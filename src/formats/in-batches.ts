const BATCH = 100

/** Yields what comes one by one in batches, so that what belongs to it is read at once. */
export async function* inBatches<T>(all: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
