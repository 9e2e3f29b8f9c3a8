/** Functions that remember what they returned. */

/**
 * Memoizes a function of a text and a number, or another text without spaces. The cache holds at most `limit` results and is
 * cleared when it is full.
 */
export function memoizedByText<Other extends string | number, Result>(
  limit: number,
  compute: (text: string, other: Other) => Result,
): (text: string, other: Other) => Result {
  const kept = new Map<string, { readonly result: Result }>()
  return (text, other) => {
    const key = `${other} ${text}`
    const known = kept.get(key)
    if (known) return known.result
    if (kept.size >= limit) kept.clear()
    const found = { result: compute(text, other) }
    kept.set(key, found)
    return found.result
  }
}

/** Memoizes a function of an object. A result is held for as long as the object exists. */
export function memoizedByObject<T extends object, Result>(
  compute: (item: T) => Result,
): (item: T) => Result {
  const kept = new WeakMap<T, { readonly result: Result }>()
  return (item) => {
    const known = kept.get(item)
    if (known !== undefined) return known.result
    const found = { result: compute(item) }
    kept.set(item, found)
    return found.result
  }
}

/**
 * Memoizes a function of an object for the scope in which it was asked last. A result is held for as long as the object exists: one for
 * each object, whatever the number of scopes.
 */
export function memoizedByObjectForLastScope<T extends object, Scope extends object, Result>(
  compute: (item: T, scope: Scope) => Result,
): (item: T, scope: Scope) => Result {
  const kept = new WeakMap<T, { readonly scope: Scope; readonly result: Result }>()
  return (item, scope) => {
    const known = kept.get(item)
    if (known?.scope === scope) return known.result
    const found = { scope, result: compute(item, scope) }
    kept.set(item, found)
    return found.result
  }
}

let numbered = 0
/** A number by which an object is known among others. */
export const numberOfObject = memoizedByObject((_item: object) => ++numbered)

/**
 * Memoizes a function of a list of objects, under a key that names its other inputs. A result is valid for the same objects. The
 * cache holds at most `limit` results, without the objects, and is cleared when it is full.
 */
export function makeMemoByKeyAndList<T extends object, Result>(
  limit: number,
): (key: string, items: readonly T[], compute: () => Result) => Result {
  const kept = new Map<string, { readonly numbers: string; readonly result: Result }>()
  return (key, items, compute) => {
    const numbers = items.map(numberOfObject).join()
    const known = kept.get(key)
    if (known?.numbers === numbers) return known.result
    if (known === undefined && kept.size >= limit) kept.clear()
    const result = compute()
    kept.set(key, { numbers, result })
    return result
  }
}
