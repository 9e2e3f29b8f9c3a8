/** The args and the fields of representations by which items have texts in several languages (contract §15). */

import type { Translations } from '../../domain/content/translations.ts'
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { listShape, type OptionalShape, optionalShape, schemaReferenceShape, textShape } from '../shape.ts'
import { fieldsByResource } from './fields/index.ts'
import type { FieldRow } from './fields/row.ts'
import { maxTitleLengths, titleFieldAndColumnByResource } from './fields/translated.ts'

type Resource = keyof typeof fieldsByResource

function textKinds(resource: Resource): kind.TextKinds {
  const rows: readonly (readonly [string, FieldRow])[] = Object.entries(fieldsByResource[resource])
  const translated = rows.filter(([, row]) => 'isTranslated' in row)
  return {
    [titleFieldAndColumnByResource[resource].field]: kind.title(maxTitleLengths[resource]),
    ...Object.fromEntries(
      translated.map(([name, row]) => [name, row.type === 'html' ? kind.html(row.most) : kind.plain()]),
    ),
  }
}

/** Returns the args that set the language of an item and its translations. */
export const languageAndTranslationArgsOfResource = (resource: Resource) => ({
  language: markedAsExtension(optional(kind.languageTag)),
  translations: markedAsExtension(optional(kind.translations(textKinds(resource)))),
})

/** The language in which texts are asked for, and whether the answer has all translations. */
export const shownLanguageArgs = {
  lang: markedAsExtension(optional(kind.languageTag)),
  translations: markedAsExtension(optional(kind.choice(['all']))),
}

/** The args by which lists choose items by the languages in which they can be read. */
export const readableLanguageFilterArgs = {
  fallback: markedAsExtension(optional(kind.choice(['none']))),
  available_in: markedAsExtension(optional(kind.languageTagList)),
}

const allTranslations: OptionalShape<Translations> = optionalShape(
  schemaReferenceShape<Translations>('Translations'),
)

/** The fields of representations: the language shown, those in which the item can be read, and all translations where they are asked for. */
export const languageAndTranslationShapes = {
  language: textShape,
  languages: listShape(textShape),
  translations: allTranslations,
}
