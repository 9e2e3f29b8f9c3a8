/** The name that somebody meant who misspelt it. */

/** The changes of letters that make one name of the other: one left out, added, replaced, or two exchanged. */
function changesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const above = rows[i - 1] ?? []
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost, swapped))
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** Longer names are compared by their beginnings: comparing takes a step for each two letters. */
const LONGEST_NAME = 64

/** Letters that count, whatever the case, the kind of line between words, and a line before them. */
const lettersOf = (name: string) =>
  name.slice(0, LONGEST_NAME).toLowerCase().replaceAll('-', '_').replace(/^_/, '')

/**
 * Returns the known name that is nearest to a misspelt one, the first among equally near ones; undefined if more than a third of the
 * letters differ.
 */
export function nearestName(sent: string, known: readonly string[]): string | undefined {
  const name = lettersOf(sent)
  let [nearest, least]: [string | undefined, number] = [
    undefined,
    Math.max(1, Math.floor(name.length / 3)) + 1,
  ]
  for (const one of known) {
    const letters = lettersOf(one)
    // Each letter more or less is a change.
    if (Math.abs(letters.length - name.length) >= least) continue
    const changes = changesBetween(name, letters)
    if (changes < least) [nearest, least] = [one, changes]
  }
  return nearest
}
