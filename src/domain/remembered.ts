/** Memoization. */

/** Memoizes a function of a text and a number. The cache holds at most `limit` results and is cleared when it is full. */
export function remembered<Result>(
  limit: number,
  answer: (text: string, number: number) => Result,
): (text: string, number: number) => Result {
  const kept = new Map<string, { readonly answer: Result }>()
  return (text, number) => {
    const key = `${number} ${text}`
    const known = kept.get(key)
    if (known) return known.answer
    if (kept.size >= limit) kept.clear()
    const found = { answer: answer(text, number) }
    kept.set(key, found)
    return found.answer
  }
}

/** Memoizes a function of an object. A result is held for as long as the object exists. */
export function rememberedOf<T extends object, Result>(answer: (item: T) => Result): (item: T) => Result {
  const kept = new WeakMap<T, { readonly answer: Result }>()
  return (item) => {
    const known = kept.get(item)
    if (known !== undefined) return known.answer
    const found = { answer: answer(item) }
    kept.set(item, found)
    return found.answer
  }
}

/**
 * Memoizes a function of an object within a scope. A result is held for as long as both exist. Scopes with the same key, by
 * default the scope itself, share their results.
 */
export function rememberedIn<T extends object, Scope extends object, Result>(
  answer: (item: T, scope: Scope) => Result,
  keyOf: (scope: Scope) => object = (scope) => scope,
): (item: T, scope: Scope) => Result {
  const keptFor = rememberedOf((_key: object) => new WeakMap<T, { readonly answer: Result }>())
  return (item, scope) => {
    const kept = keptFor(keyOf(scope))
    const known = kept.get(item)
    if (known !== undefined) return known.answer
    const found = { answer: answer(item, scope) }
    kept.set(item, found)
    return found.answer
  }
}

/**
 * Memoizes what is made from a list of objects, under a key that names everything else it is made from. A result holds while the
 * same objects are asked for. The cache holds at most `limit` results and is cleared when it is full.
 */
export function rememberedFrom<T extends object, Result>(
  limit: number,
): (key: string, items: readonly T[], make: () => Result) => Result {
  const kept = new Map<string, { readonly items: readonly T[]; readonly answer: Result }>()
  return (key, items, make) => {
    const known = kept.get(key)
    const isSame = known?.items.length === items.length && known.items.every((one, at) => one === items[at])
    if (known !== undefined && isSame) return known.answer
    if (known === undefined && kept.size >= limit) kept.clear()
    const answer = make()
    kept.set(key, { items, answer })
    return answer
  }
}
