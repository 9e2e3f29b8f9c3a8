/** HTML → plain text for programs that show nothing but text, such as calendars: links keep their targets, lists their signs. */
import { plainTextOf } from './plain-text.ts'

const linkOrList = /<(\/?)(a|ol|ul|li)\b([^<>]*)>/gi
/** A paragraph that an entry begins with would part it from its sign. */
const entryWithParagraph = /(<li\b[^<>]*>)\s*<p\b[^<>]*>/gi

const schemes = /^(?:https?:\/\/|mailto:|tel:)/i

/** An address without what people leave out where they write one. */
const bareAddress = (address: string) => address.trim().replace(schemes, '').replace(/\/$/, '').toLowerCase()

/** Returns what a text shows of a target: a web address, or that of mail or telephone without its scheme; "" for any other. */
function targetOf(attributes: string): string {
  const [, href = ''] = /(?:^|\s)href="([^"]*)"/i.exec(attributes) ?? []
  if (/^(?:mailto|tel):/i.test(href)) return href.replace(schemes, '').replace(/\?.*$/, '')
  return schemes.test(href) ? href : ''
}

/** Returns the text of a link: its words, and its target unless they are the same. */
function textOfLink(words: string, target: string): string {
  if (target === '') return words
  return bareAddress(plainTextOf(words)) === bareAddress(plainTextOf(target))
    ? target
    : `${words} (${target})`
}

const isNumbered = (name: string) => name.toLowerCase() === 'ol'
const firstNumber = (attributes: string) => Number(/\bstart="(\d{1,9})"/i.exec(attributes)?.[1] ?? 1)

/**
 * Returns the visible text of stored HTML, as `plainTextOf` does, in which links keep their targets (`Tickets
 * (https://tickets.example/)`) and entries of lists begin with `•` or their number.
 */
export function textWithLinksOf(html: string): string {
  const source = html.replace(entryWithParagraph, '$1')
  /** The next number of each open list; undefined for those without numbers. */
  const lists: (number | undefined)[] = []
  let link: { readonly target: string; readonly from: number } | undefined
  let [text, at] = ['', 0]
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of source.matchAll(linkOrList)) {
    text += source.slice(at, index)
    at = index + tag.length
    const isEnd = slash !== ''
    if (/^a$/i.test(name)) {
      if (link !== undefined) text = text.slice(0, link.from) + textOfLink(text.slice(link.from), link.target)
      link = isEnd ? undefined : { target: targetOf(attributes), from: text.length }
      continue
    }
    text += tag
    if (/^li$/i.test(name)) {
      const number = lists.at(-1)
      if (!isEnd) text += number === undefined ? '• ' : `${number}. `
      if (!isEnd && number !== undefined) lists[lists.length - 1] = number + 1
    } else if (isEnd) lists.pop()
    else lists.push(isNumbered(name) ? firstNumber(attributes) : undefined)
  }
  return plainTextOf(text + source.slice(at))
}
