/** Keeps the draft of a translation that a machine makes (contract §15, ext.). */

import { contentChoiceIn, type PureContext, requireContentLanguageOfTag } from '../../api/context.ts'
import type { SourceText, TranslateTexts } from '../../api/outside.ts'
import type { MachineTranslatedResource } from '../../contract/operations/editing.ts'
import {
  type TranslatableFieldAndColumn,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/index.ts'
import { parseUpdateArgs, type UpdateArgs } from '../../contract/resources/index.ts'
import {
  linksAndNumbersLostInTranslation,
  ownLanguage,
  type PartLostInTranslation,
  type TranslatedItem,
} from '../../domain/languages.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { RecordOf } from '../../store/store.ts'

/** A part of the original that a field of the translation lacks. */
interface TranslationWarning extends PartLostInTranslation {
  readonly field: string
}

interface WantedDraft {
  readonly language: string
  /** Whether it takes the place of a translation that is published, or of a person's. */
  readonly replace: boolean
}

/** A text of an item's own, and its field. */
interface OwnText extends TranslatableFieldAndColumn, SourceText {}

/** The columns that hold an item's texts: those of a series are its pattern's. */
const contentOf = (record: RecordOf<MachineTranslatedResource>): TranslatedItem & object =>
  'pattern' in record ? { ...record, ...record.pattern.columns } : record

const ownTextsOf = (name: MachineTranslatedResource, item: object): readonly OwnText[] =>
  translatableFieldsAndColumnsByResource[name].flatMap((field) => {
    const text = String(Reflect.get(item, field.column) ?? '')
    return text === '' ? [] : [{ ...field, text }]
  })

/** Throws 409 where a translation stands that a machine may not replace. */
function allowDraft({ translations }: TranslatedItem, { language, replace }: WantedDraft): void {
  const kept = translations[language]
  if (kept !== undefined && !replace && (kept.state === 'published' || kept.origin === 'person'))
    throw new Problem('translation_exists')
}

const failed = (error: unknown) =>
  new Problem(
    'translation_failed',
    because('translator_failed', { why: error instanceof Error ? error.message : String(error) }),
  )

/** Returns the update that keeps what a machine answered, cleaned as if a person sent it. Throws 502 for what no field may have. */
function draftArgs<N extends MachineTranslatedResource>(
  name: N,
  own: readonly OwnText[],
  answers: readonly string[],
  language: string,
): UpdateArgs<N> {
  const texts = translatableFieldsAndColumnsByResource[name].map(({ field }) => {
    const at = own.findIndex((one) => one.field === field)
    return [field, at < 0 ? null : (answers[at] ?? null)] as const
  })
  try {
    const translation = { ...Object.fromEntries(texts), state: 'draft' }
    return parseUpdateArgs(name, { translations: { [language]: translation } })
  } catch (cause) {
    throw failed(new Error('what it answered can not be kept', { cause }))
  }
}

/** Returns the language of a draft, and that of the item's own texts. Throws 400 where these are the same. */
function languagesOf(item: TranslatedItem, wanted: Pick<WantedDraft, 'language'>, context: PureContext) {
  const target = requireContentLanguageOfTag(wanted.language, context)
  const source = ownLanguage(item, contentChoiceIn(context).languages)
  if (target === source) throw invalidParam('language', because('language_of_own_texts'))
  return { source, target }
}

/** A machine's draft of a translation: the texts that it translated, and the update that keeps it. */
interface Draft<N extends MachineTranslatedResource> {
  readonly language: string
  readonly own: readonly OwnText[]
  readonly args: UpdateArgs<N>
}

/** Asks the machine for a draft, which takes long: never within a transaction. Throws 400, 409 or 502. */
export async function draftOfMachine<N extends MachineTranslatedResource>(
  name: N,
  record: RecordOf<N>,
  sent: WantedDraft,
  translate: TranslateTexts,
  context: PureContext,
): Promise<Draft<N>> {
  const item = contentOf(record)
  const languages = languagesOf(item, sent, context)
  const language = languages.target
  allowDraft(item, { ...sent, language })
  const own = ownTextsOf(name, item)
  const answers = await translate(own, languages).catch((error: unknown) => {
    throw failed(error)
  })
  return { language, own, args: draftArgs(name, own, answers, language) }
}

/** Throws 412 where an item's texts are others than the machine was given, and 409 where a person translated them meanwhile. */
export function requireDraftOfTexts<N extends MachineTranslatedResource>(
  name: N,
  record: RecordOf<N>,
  { own, language }: Draft<N>,
  replace: boolean,
): void {
  const now = contentOf(record)
  const isSame = JSON.stringify(ownTextsOf(name, now)) === JSON.stringify(own)
  if (!isSame) throw new Problem('rest_precondition_failed', because('texts_changed_meanwhile'))
  allowDraft(now, { language, replace })
}

/** Returns what the draft that an item has now lacks of the original. */
export function warningsOfDraft(
  { own, language }: Pick<Draft<MachineTranslatedResource>, 'own' | 'language'>,
  record: RecordOf<MachineTranslatedResource>,
): readonly TranslationWarning[] {
  const { translations } = contentOf(record)
  return own.flatMap(({ field, text, isHtml }) => {
    const translated = translations[language]?.[field]
    const lost = linksAndNumbersLostInTranslation(
      text,
      typeof translated === 'string' ? translated : '',
      isHtml,
    )
    return lost.map((part) => ({ field, ...part }))
  })
}
