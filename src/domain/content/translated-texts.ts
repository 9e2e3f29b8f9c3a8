/** The texts of translations that a search finds (contract §15). */

import { foldedText } from '../text/letters.ts'
import { plainTextOf } from '../text/plain-text.ts'
import { fieldTextInOneTranslation, type Translations } from './translations.ts'

const facts: ReadonlySet<string> = new Set(['state', 'origin', 'modified_utc'])
const html: ReadonlySet<string> = new Set(['description', 'excerpt'])

/** A folded text of a translation. */
interface TranslatedSearchText {
  readonly language: string
  readonly field: string
  readonly text: string
}

/** Returns the folded texts of the published translations, HTML as plain text. */
export const translatedSearchTexts = (translations: Translations): readonly TranslatedSearchText[] =>
  Object.entries(translations).flatMap(([language, one]) =>
    one.state !== 'published'
      ? []
      : Object.keys(one).flatMap((field) => {
          const text = facts.has(field) ? undefined : fieldTextInOneTranslation(one, field)
          if (text === undefined) return []
          return [{ language, field, text: foldedText(html.has(field) ? plainTextOf(text) : text) }]
        }),
  )
