/** The language in which an entry shows an event that is here already: a calendar of this site may be in any of its languages (contract §15). */
import { contentChoiceIn } from '../../actions/compose/shown-texts.ts'
import type { Context } from '../../actions/context.ts'
import { contentLanguageMatchingTag } from '../../domain/content/languages.ts'
import { ownLanguage } from '../../domain/content/translations.ts'
import {
  type ImportTransaction,
  isLineResultUnfinished,
  type LineOutcome,
  type UnfinishedLineImport,
} from '../import/import-batch.ts'
import type { EventImportEntry } from './text/import-entry.ts'

/** Returns the content language that an entry is in: besides the event's own, in which texts without a translation are. */
async function languageOf(
  { store, context }: ImportTransaction,
  entry: EventImportEntry,
): Promise<string | undefined> {
  const { languages, asked } = contentChoiceIn(context)
  const named = (entry.languages ?? []).map((tag) => contentLanguageMatchingTag(tag, languages))
  if (languages.length === 1 || named.every((tag) => tag === undefined || tag === asked)) return undefined
  const event = await store.eventWithUid(entry.uid)
  const kept = event ?? (await store.seriesWithUid(entry.uid))?.pattern.columns
  if (kept === undefined) return undefined
  const own = ownLanguage(kept, languages)
  return named.find((tag) => tag !== undefined && tag !== own) ?? own
}

/** Returns the batch with another context. What the line changes of it, it changes of the batch. */
const withContext = (batch: ImportTransaction, context: Context): ImportTransaction => ({
  ...batch,
  context,
  get hasOwnIds() {
    return batch.hasOwnIds
  },
  set hasOwnIds(has) {
    batch.hasOwnIds = has
  },
  get hasWritten() {
    return batch.hasWritten
  },
  set hasWritten(has) {
    batch.hasWritten = has
  },
})

/** A step of the import of an entry. */
type Step = (batch: ImportTransaction) => Promise<LineOutcome | UnfinishedLineImport>

/** Runs a step, and those that follow it, where the writer is shown texts in a language: those that are equal to it change nothing. */
async function runIn(
  language: string,
  batch: ImportTransaction,
  step: Step,
): Promise<LineOutcome | UnfinishedLineImport> {
  const content = { ...contentChoiceIn(batch.context), asked: language }
  const result = await step(withContext(batch, { ...batch.context, content }))
  if (!isLineResultUnfinished(result)) return result
  return { ...result, next: (later) => runIn(language, later, (one) => result.next(one)) }
}

/** Imports an entry in the language that its texts name, if these show an event that is here. Throws what the import throws. */
export async function importEntryInItsLanguage(
  batch: ImportTransaction,
  entry: EventImportEntry,
  step: Step,
): Promise<LineOutcome | UnfinishedLineImport> {
  const language = await languageOf(batch, entry)
  return language === undefined ? step(batch) : runIn(language, batch, step)
}
