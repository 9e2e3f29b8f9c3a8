/** Asks a translation server that is compatible with LibreTranslate. */
import { fetchPublic } from './guarded-fetch.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** Milliseconds for all texts of an item. */
const TIMEOUT = 20_000

/** A text to translate. */
interface Text {
  readonly text: string
  readonly isHtml: boolean
}

/** The server: its base address, whose host may be private since the operator chose it, and its key; "" for none. */
interface TranslatorServer {
  readonly url: string
  readonly key: string
}

/** The tag as such servers know languages: without a region, which tells apart only Portuguese and Chinese. */
function serverLanguage(tag: string): string {
  const [language = tag] = tag.split('-')
  return language === 'pt' || language === 'zh' ? tag : language
}

/** Returns the text that a server answered. Throws an Error if it answered something else. */
function translatedTextIn(bytes: Buffer): string {
  let answer: unknown
  try {
    answer = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Error('it did not return JSON', { cause })
  }
  const { translatedText } = Object(answer)
  if (typeof translatedText !== 'string' || translatedText.trim() === '')
    throw new Error('it returned no translatedText')
  return translatedText
}

/**
 * Returns the function that translates texts in their order. It throws an Error whose message may be shown if the server is away, takes longer
 * than 20 seconds for all of them, redirects, or answers something else.
 */
export function translatorAt({ url, key }: TranslatorServer, milliseconds = TIMEOUT) {
  const address = new URL('translate', url.endsWith('/') ? url : `${url}/`)
  return async (
    texts: readonly Text[],
    { source, target }: { readonly source: string; readonly target: string },
  ): Promise<readonly string[]> => {
    const end = performance.now() + milliseconds
    const languages = { source: serverLanguage(source), target: serverLanguage(target) }
    const answers: string[] = []
    for (const { text, isHtml } of texts) {
      const sent = {
        q: text,
        ...languages,
        format: isHtml ? 'html' : 'text',
        ...(key !== '' && { api_key: key }),
      }
      const left = Math.max(1, Math.ceil(end - performance.now()))
      const limits = { bytes: MAX_BYTES, milliseconds: left, redirects: 0, allowedHosts: [address.host] }
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
      const { bytes } = await fetchPublic(address.href, limits, { headers, body: JSON.stringify(sent) })
      answers.push(translatedTextIn(bytes))
    }
    return answers
  }
}
