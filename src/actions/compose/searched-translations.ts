/** The texts of translations that a search finds (contract §15). Pure. */
import { translatableFields } from '../../contract/resources/fields/translated.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { type Translations, translatedText } from '../../domain/content/translations.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'

const html: ReadonlySet<string> = new Set(['description', 'excerpt'])

/** Returns the texts of the published translations, HTML as plain text. */
export const searchedTranslations = (
  resource: ResourceName,
  { translations }: { readonly translations: Translations },
): readonly string[] =>
  Object.values(translations).flatMap((one) =>
    one.state === 'published'
      ? translatableFields[resource].flatMap(({ field }) => {
          const text = translatedText(one, field)
          return text === undefined ? [] : [html.has(field) ? plainTextOf(text) : text]
        })
      : [],
  )
