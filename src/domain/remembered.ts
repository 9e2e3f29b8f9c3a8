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
