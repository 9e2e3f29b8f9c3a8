/** Parts of a text that its translation lacks: links, and numbers such as times and prices (contract §15). */
import { unicodeNormalizedText } from '../text/normalized.ts'
import { plainTextOf } from '../text/plain-text.ts'

/** A link or a number of the original that its translation lacks. */
export interface PartLostInTranslation {
  readonly code: 'link_lost' | 'number_changed'
  readonly value: string
}

const links = /\shref="([^"]*)"/g
const digits = /\d+/g

const linksIn = (html: string) => [...html.matchAll(links)].map(([, address = '']) => address)
/** Digits alone: languages write the marks between them differently, as in 19.30 and 19h30. */
const numbersIn = (text: string) => unicodeNormalizedText(text, 'NFKC').match(digits) ?? []

/** Returns the parts of a list that another one lacks, as often as it lacks them, each once. */
function missing(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  const lost = new Set<string>()
  for (const one of all) {
    const count = left.get(one) ?? 0
    if (count === 0) lost.add(one)
    else left.set(one, count - 1)
  }
  return [...lost]
}

/** Returns the links and numbers of a text that its translation lacks. Both are HTML as it is stored, or plain. */
export function linksAndNumbersLostInTranslation(
  text: string,
  translated: string,
  isHtml: boolean,
): readonly PartLostInTranslation[] {
  const plain = (of: string) => (isHtml ? plainTextOf(of) : of)
  const lostLinks = isHtml ? missing(linksIn(text), linksIn(translated)) : []
  const lostNumbers = missing(numbersIn(plain(text)), numbersIn(plain(translated)))
  return [
    ...lostLinks.map((value) => ({ code: 'link_lost', value }) as const),
    ...lostNumbers.map((value) => ({ code: 'number_changed', value }) as const),
  ]
}
