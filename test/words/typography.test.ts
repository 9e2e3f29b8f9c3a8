import { describe, expect, it } from 'vitest'
import { loadWords } from '../../src/web/desk/words/all.ts'
import type { Texts } from '../../src/words/finder.ts'
import { apiDescriptionWords, pageWordsByLanguage } from '../../src/words/index.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../../src/words/languages.ts'

/** Patterns of what a language never has: signs and spaces of another one, and words for which the glossary has another. */
const never: Readonly<Record<InterfaceLanguageCode, readonly RegExp[]>> = {
  en: [],
  de: [/\bDu\b|\bDein/],
  // A narrow no-break space stands before double signs and within quotation marks.
  fr: [
    /[^\u202f\w/`]:(?!\/)|[^\u202f][;?!»]|«[^\u202f]/,
    /(?<!\p{L})(?:tu|ton|tes)(?!\p{L})/iu,
    /\bl’agenda|\bcet agenda/,
  ],
  es: [/^[^¿]*\?(?!\w)/, /^[^¡]*!/, /\bQuita uno|\bVuelve a|\btus\b/],
  it: [/\bLa ostacola|\b[Ss]i rivolga|\b[Rr]iprovi\b|\bscegliete\b/, /\beditor\b/],
  // Between Japanese and Latin letters, digits and placeholders stands no space, and punctuation is full-width.
  ja: [
    /[a-z0-9}] [ぁ-ヺ一-龠]/iu,
    /[ぁ-ヺー一-龠、。」：？）] [a-z0-9{]/iu,
    /[ぁ-ヺ一-龠][,:;?!(]|[,:;?!)][ぁ-ヺ一-龠]/u,
    /カテゴリ(?!ー)|ブラウザ(?!ー)|ユーザ(?!ー)|サインイン/u,
  ],
  nl: [
    /[“”]/,
    /\b[Kk]alender|\b[Aa]nnulering|\b[Gg]eannuleerd|\b[Aa]ctiviteit/,
    /\b[Jj]e\b|\b[Jj]ouw\b/,
    /\bdata\b/,
  ],
  'pt-br': [/\b[Oo]nline/, /\b[Pp]apel\b/, /(?<!\p{L})(?:teu|tua)(?!\p{L})/iu],
}

/** Names and code, which keep their own signs. */
const code = /\b[A-Z]+:[A-Z]+=[\w=;]+|`[^`]*`|https?:\/\/\S+|\S+@\S+|"[^"]*"(?:: true)?/g

describe('what a language writes', () => {
  it.each(interfaceLanguageCodes)(
    'has in %s its own signs, spaces and form of address, and one word for one thing',
    async (language) => {
      const tables: readonly Texts[] = [
        apiDescriptionWords[language],
        pageWordsByLanguage[language],
        await loadWords(language),
      ]
      const texts = tables.flatMap((table) =>
        Object.entries(table)
          // What readers may type into a search is theirs, not ours.
          .filter(([key]) => !key.startsWith('site.search.say.'))
          .map(([, text]) => text.replace(code, '')),
      )
      expect(texts.filter((text) => never[language].some((sign) => sign.test(text)))).toEqual([])
    },
  )
})
