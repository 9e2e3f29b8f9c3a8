/** Keeps the draft of a translation that a machine makes (contract §15, ext.). */

import type { Context, PureContext } from '../../api/context.ts'
import { contentChoiceIn, requireContentLanguageOfTag } from '../../api/languages.ts'
import type { SourceText, TranslateTexts } from '../../api/outside.ts'
import type { MachineTranslatedResource } from '../../contract/operations/translating.ts'
import {
  type TranslatableFieldAndColumn,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/translated.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import type { ApplyTo } from '../../contract/resources/occurrence.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import {
  linksAndNumbersLostInTranslation,
  type PartLostInTranslation,
} from '../../domain/content/lost-in-translation.ts'
import { ownLanguage, type TranslatedItem } from '../../domain/content/translations.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { Item, RecordOf, ResultAndRevision } from '../../store/store.ts'
import { type CheckPrecondition, editableRecord, updateItem } from '../update.ts'
import { runThenAlwaysUndo } from '../writing/together.ts'

/** A part of the original that a field of the translation lacks. */
interface TranslationWarning extends PartLostInTranslation {
  readonly field: string
}

/** An item, and the draft that is wanted of it. */
interface WantedDraft {
  readonly id: number
  readonly language: string
  /** Whether it takes the place of a translation that is published, or of a person's. */
  readonly replace: boolean
  readonly apply_to?: ApplyTo | undefined
  readonly precondition: CheckPrecondition
  /** Whether the draft is only shown, and not kept. */
  readonly isDry: boolean
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
function allowDraft(
  { translations }: TranslatedItem,
  { language, replace }: Pick<WantedDraft, 'language' | 'replace'>,
): void {
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

/** Returns what the stored draft lacks of the original. */
const warningsOf = (
  own: readonly OwnText[],
  { translations }: TranslatedItem,
  language: string,
): readonly TranslationWarning[] =>
  own.flatMap(({ field, text, isHtml }) => {
    const translated = translations[language]?.[field]
    const lost = linksAndNumbersLostInTranslation(
      text,
      typeof translated === 'string' ? translated : '',
      isHtml,
    )
    return lost.map((part) => ({ field, ...part }))
  })

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
  sent: Pick<WantedDraft, 'language' | 'replace'>,
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
export const warningsOfDraft = (
  { own, language }: Pick<Draft<MachineTranslatedResource>, 'own' | 'language'>,
  record: RecordOf<MachineTranslatedResource>,
): readonly TranslationWarning[] => warningsOf(own, contentOf(record), language)

/** A draft that was kept. */
interface KeptDraft<N extends MachineTranslatedResource> extends ResultAndRevision<Item<N>> {
  readonly warnings: readonly TranslationWarning[]
}

/**
 * Keeps a machine's draft of a translation of an item unless this is a dry run, and returns the item with what the draft lacks of the
 * original. The machine is asked outside of the transaction. Throws 400, 401, 403, 404, 409, 410, 412 or 502.
 */
export async function machineTranslateItem<N extends MachineTranslatedResource>(
  name: N,
  wanted: WantedDraft,
  translate: TranslateTexts,
  context: Context,
): Promise<KeptDraft<N>> {
  const record = await editableRecord(context.store, name, { id: wanted.id }, context)
  const draft = await draftOfMachine(name, record, wanted, translate, context)
  const precondition: CheckPrecondition = async (kept, store) => {
    await wanted.precondition(kept, store)
    const now = await editableRecord(store, name, { id: kept.id }, context)
    requireDraftOfTexts(name, now, draft, wanted.replace)
  }
  const address = { id: wanted.id }
  const { args } = draft
  const applied = wanted.apply_to === undefined ? args : { ...args, apply_to: wanted.apply_to }
  const keep = (context: Context) => updateItem(name, { address, args: applied, precondition }, context)
  const asMachine: Context = { ...context, isMachine: true }
  const { result, revision } = wanted.isDry ? await runThenAlwaysUndo(asMachine, keep) : await keep(asMachine)
  return { result: result.item, revision, warnings: warningsOfDraft(draft, result.item.record) }
}
