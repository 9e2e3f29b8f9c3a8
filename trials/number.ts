/** Numbers among the options of a trial. */

/** The number of an option. Ends the program with a message if it is none. */
export function numberOf<N extends string>(
  values: Readonly<Partial<Record<N, string | boolean>>>,
  name: N,
): number {
  const text = String(values[name])
  if (/^\d{1,12}(?:\.\d+)?$/.test(text)) return Number(text)
  process.stderr.write(`--${name} is "${text}"; expected: a number such as 100.\n`)
  process.exit(1)
}
