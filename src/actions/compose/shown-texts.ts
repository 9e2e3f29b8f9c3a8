/** The texts of an item that a writer is shown: sent back, they change nothing (contract §15, §4.2). Pure. */

import { type ContentContext, contentChoiceIn } from '../../api/languages.ts'
import type { TranslationArgs } from '../../contract/kinds.ts'
import {
  titleFieldAndColumnByResource,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/translated.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { ContentChoice } from '../../domain/content/languages.ts'
import {
  noTranslations,
  ownLanguage,
  shownTextReader,
  type TranslatedItem,
} from '../../domain/content/translations.ts'
import { because, invalidParam } from '../../problem.ts'

/** The args of a write that concern the language and the translations of an item. */
export interface LanguageAndTranslationArgs {
  readonly language?: string | null | undefined
  readonly translations?: TranslationArgs | null | undefined
}

/** Returns the language of the title that the writer is shown. */
export function shownTitleLanguage(
  resource: ResourceName,
  kept: TranslatedItem & object,
  choice: ContentChoice,
): string {
  const { field, column } = titleFieldAndColumnByResource[resource]
  return shownTextReader(kept, choice)(field, String(Reflect.get(kept, column))).language
}

/**
 * Returns the args without the texts that equal those that the caller was shown in another language: they count as absent. Throws 400
 * on `language` for other texts beside the language of a translation, which are no texts of the item's own.
 */
export function argsWithoutShownTexts<A extends LanguageAndTranslationArgs & object>(
  resource: ResourceName,
  args: A,
  kept: (TranslatedItem & object) | undefined,
  context: ContentContext,
): A {
  const isAsStored = kept === undefined || kept.translations === noTranslations
  if (isAsStored || context.restoresTranslations === true) return args
  const choice = contentChoiceIn(context)
  const shown = shownTextReader(kept, choice)
  const own = ownLanguage(kept, choice.languages)
  const equal: string[] = []
  const changed: string[] = []
  for (const { field, column } of translatableFieldsAndColumnsByResource[resource]) {
    const sent: unknown = Reflect.get(args, field)
    const { text, language } = shown(field, String(Reflect.get(kept, column)))
    if (sent === undefined || language === own) continue
    ;(sent === text || (sent === null && text === '') ? equal : changed).push(field)
  }
  const { language } = args
  const isOfTranslation =
    typeof language === 'string' && language !== own && args.translations?.[language] !== null
  if (changed.length > 0 && isOfTranslation && language === shownTitleLanguage(resource, kept, choice))
    throw invalidParam(
      'language',
      because('language_of_translation', { fields: changed.join(', '), language }),
    )
  return equal.length === 0
    ? args
    : { ...args, ...Object.fromEntries(equal.map((field) => [field, undefined])) }
}
