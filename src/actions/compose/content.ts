/** Builds the language and the translations of an item from its args and the stored item (contract §15). Pure. */
import { type ContentContext, contentChoiceIn } from '../../api/context.ts'
import { readableTranslationTagsText } from '../../contract/columns.ts'
import type { SentTranslation, TranslationArgs } from '../../contract/kinds.ts'
import {
  type TranslatableFieldAndColumn,
  titleFieldAndColumnByResource,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/index.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import {
  type ContentChoice,
  fieldTextInOneTranslation,
  noTranslations,
  ownLanguage,
  shownTextReader,
  type TranslatedItem,
  type Translation,
  type Translations,
} from '../../domain/languages.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { because, invalidParam } from '../../problem.ts'

// The texts of an item that a writer is shown: sent back, they change nothing (contract §15, §4.2). Pure.

/** The args of a write that concern the language and the translations of an item. */
interface LanguageAndTranslationArgs {
  readonly language?: string | null | undefined
  readonly translations?: TranslationArgs | null | undefined
}

/** Returns the language of the title that the writer is shown. */
function shownTitleLanguage(
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

/** The texts of a translation after a change, in the order of the fields. */
function textsAfter(resource: ResourceName, sent: SentTranslation, kept: Translation | undefined) {
  const texts: Record<string, string> = {}
  for (const { field } of translatableFieldsAndColumnsByResource[resource]) {
    const text = sent.texts[field] === undefined ? fieldTextInOneTranslation(kept, field) : sent.texts[field]
    if (text !== null && text !== undefined) texts[field] = text
  }
  return texts
}

/** Whether a translation comes back as it was shown: with its time, and without a change. */
function isAsShown(sent: SentTranslation, kept: Translation | undefined): boolean {
  return (
    kept !== undefined &&
    sent.modified_utc === kept.modified_utc &&
    (sent.state ?? kept.state) === kept.state &&
    Object.entries(sent.texts).every(
      ([field, text]) => (text ?? undefined) === fieldTextInOneTranslation(kept, field),
    )
  )
}

/** Returns a translation after a write that sends its language; undefined if no text is left. */
function sentTranslation(
  resource: ResourceName,
  sent: SentTranslation,
  kept: Translation | undefined,
  { moment, isMachine }: ContentContext,
): Translation | undefined {
  if (isAsShown(sent, kept)) return kept
  const texts = textsAfter(resource, sent, kept)
  if (Object.keys(texts).length === 0) return undefined
  const state = sent.state ?? kept?.state ?? 'published'
  const isSame =
    kept !== undefined &&
    state === kept.state &&
    translatableFieldsAndColumnsByResource[resource].every(
      ({ field }) => texts[field] === fieldTextInOneTranslation(kept, field),
    )
  const now = utcTimestampOfEpoch(epochOfInstant(moment.now))
  const facts = {
    state,
    is_outdated: false,
    origin: isMachine === true ? 'machine' : isSame ? kept.origin : 'person',
    modified_utc: now,
  } as const
  return { ...texts, ...facts }
}

/** Returns the translations exactly as they are sent, with their facts: those of an export, of a copy, or of an earlier state. */
function restoredTranslations(
  resource: ResourceName,
  sent: TranslationArgs,
  { moment }: ContentContext,
): Translations {
  const now = utcTimestampOfEpoch(epochOfInstant(moment.now))
  const next = new Map<string, Translation>()
  for (const [tag, one] of Object.entries(sent)) {
    if (one === null) continue
    const texts = textsAfter(resource, one, undefined)
    const { state = 'published', is_outdated = false, origin = 'person', modified_utc = now } = one
    if (Object.keys(texts).length > 0) next.set(tag, { ...texts, state, is_outdated, origin, modified_utc })
  }
  return next.size === 0 ? noTranslations : inOrder(next)
}

/** Throws 400 for a language that a write may not send: only content languages other than the item's own have translations. */
function allowLanguage(tag: string, own: string, choice: ContentChoice): void {
  if (tag === own) throw invalidParam('translations', because('own_language', { language: tag }))
  if (!choice.languages.includes(tag))
    throw invalidParam(
      'translations',
      because('not_content_languages', { languages: choice.languages.join(', ') }),
    )
}

/** Returns the translations after a write. Throws 400 for languages that it may not send. */
function translationsAfter(
  resource: ResourceName,
  { sent, kept, own }: { readonly sent: TranslationArgs; readonly kept: Translations; readonly own: string },
  context: ContentContext,
): Translations {
  const next = new Map(Object.entries(kept))
  for (const [tag, one] of Object.entries(sent)) {
    // With its language, an item takes back the translation into it.
    if (one !== null || kept[tag] === undefined) allowLanguage(tag, own, contentChoiceIn(context))
    const after = one === null ? undefined : sentTranslation(resource, one, kept[tag], context)
    if (after === undefined) next.delete(tag)
    else next.set(tag, after)
  }
  return next.size === 0 ? noTranslations : inOrder(next)
}

/** Translations in the order of their tags, so that equal ones are equal as JSON. */
const inOrder = (all: ReadonlyMap<string, Translation>): Translations =>
  Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Marks the translations that a write leaves as they were as outdated: it changes one of the item's own texts. */
function withOutdated(translations: Translations, before: Translations, sent: TranslationArgs): Translations {
  const next = Object.entries(translations).map(([tag, one]) => {
    const isLeft = sent[tag] === undefined || one === before[tag]
    return [tag, isLeft && !one.is_outdated ? { ...one, is_outdated: true } : one] as const
  })
  return next.length === 0 ? noTranslations : Object.fromEntries(next)
}

/** Returns the language after a write: as sent, unless it is the one that the caller was shown. Throws 400. */
function languageAfter(
  resource: ResourceName,
  { language, translations: sent }: LanguageAndTranslationArgs,
  kept: (TranslatedItem & object) | undefined,
  context: ContentContext,
): string {
  const choice = contentChoiceIn(context)
  const stored = kept?.language ?? ''
  if (language === undefined) return stored
  if (language === null) return ''
  if (context.restoresTranslations === true) return language
  const isRemoved = sent?.[language] === null
  if (kept !== undefined && !isRemoved && language === shownTitleLanguage(resource, kept, choice))
    return stored
  if (!choice.languages.includes(language))
    throw invalidParam(
      'language',
      because('not_a_content_language', { languages: choice.languages.join(', ') }),
    )
  if (kept?.translations[language] !== undefined && !isRemoved)
    throw invalidParam('language', because('language_with_translation', { language }))
  return kept !== undefined && language === ownLanguage(kept, choice.languages) ? stored : language
}

/**
 * Returns the columns of an item's language and translations after a write. `texts` are the columns of its own texts after it.
 * Throws 400 on `language` or `translations`.
 */
export function languageColumnsAfterChange(
  resource: ResourceName,
  {
    args,
    texts,
  }: { readonly args: LanguageAndTranslationArgs; readonly texts: Readonly<Record<string, unknown>> },
  kept: (TranslatedItem & object) | undefined,
  context: ContentContext,
) {
  const language = languageAfter(resource, args, kept, context)
  const sent = args.translations ?? {}
  const before = kept?.translations ?? noTranslations
  const own = ownLanguage({ language }, contentChoiceIn(context).languages)
  const isRestored = context.restoresTranslations === true && args.translations != null
  const translations = isRestored
    ? restoredTranslations(resource, sent, context)
    : translationsAfter(resource, { sent, kept: before, own }, context)
  const isChanged = ({ column }: TranslatableFieldAndColumn) =>
    kept !== undefined && Reflect.get(kept, column) !== texts[column]
  const isOutdated = !isRestored && translatableFieldsAndColumnsByResource[resource].some(isChanged)
  const next = isOutdated ? withOutdated(translations, before, sent) : translations
  return { language, translations: next, readable_in: readableTranslationTagsText(resource, next) }
}
