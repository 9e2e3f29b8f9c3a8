/** As many ids as one statement takes without ado. */
const USUAL = 500

/** Yields parts of a list in their order, each of at most `most` members. */
export function* slicesOf<T>(all: readonly T[], most = USUAL): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += most) yield all.slice(at, at + most)
}
