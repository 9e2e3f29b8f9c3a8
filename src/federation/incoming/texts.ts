/** Texts of other servers. */

/** Returns a text without control characters, and at most so long. */
export const cleanText = (text: string, most: number): string =>
  [
    ...text
      .replace(/[^\P{Cc}\t\n]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
