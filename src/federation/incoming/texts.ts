/** Texts of other servers. */

/** Returns a text as one line without control characters, of at most so many characters. */
export const boundedLine = (text: string, most: number): string =>
  [
    ...text
      .replace(/[^\P{Cc}\t\n]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
