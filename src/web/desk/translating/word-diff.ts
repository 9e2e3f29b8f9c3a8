/** Two texts compared word by word. */

interface MarkedPart {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** The most words of a text that are compared one by one. */
const MAX_WORDS = 600

const wordsOf = (text: string) => text.match(/\S+\s*/g) ?? []

/** The lengths of the longest common rests of two lists of words. */
function commonRests(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = rows[i]
      if (row === undefined) continue
      const next = rows[i + 1]
      const isSame = before[i]?.trim() === after[j]?.trim()
      row[j] = isSame ? 1 + (next?.[j + 1] ?? 0) : Math.max(next?.[j] ?? 0, row[j + 1] ?? 0)
    }
  return rows
}

/** Returns the parts of two texts, word by word; of very long texts each as a whole. */
export function wordDiffParts(before: string, after: string): readonly MarkedPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length > MAX_WORDS || now.length > MAX_WORDS)
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ]
  const rests = commonRests(old, now)
  const parts: MarkedPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [from = '', to = ''] = [old[i], now[j]]
    if (i < old.length && j < now.length && from.trim() === to.trim()) {
      parts.push({ kind: 'same', text: to })
      i += 1
      j += 1
    } else if (j >= now.length || (i < old.length && (rests[i + 1]?.[j] ?? 0) >= (rests[i]?.[j + 1] ?? 0))) {
      parts.push({ kind: 'gone', text: from })
      i += 1
    } else {
      parts.push({ kind: 'new', text: to })
      j += 1
    }
  }
  return parts
}
