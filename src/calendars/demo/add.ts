/** Adds the demo: imports the lines of an invented town into an empty calendar (ext.). */
import { Readable } from 'node:stream'
import { createItemInTransaction } from '../../actions/create.ts'
import { runInOneTransaction } from '../../actions/writing/together.ts'
import type { Context } from '../../api/context.ts'
import { siteLanguageAsOnlyContentLanguage } from '../../domain/content/languages.ts'
import { LINE_KEY_PREFIX } from '../../formats/jsonl/sent-line.ts'
import { Problem } from '../../problem.ts'
import type { ResultAndRevision, Writing } from '../../store/store.ts'
import { importJsonLinesFile } from '../import/json-lines.ts'
import { demoLines, demoPictureBytes, demoPictureTexts } from './lines.ts'
import { type DemoItemCounts, demoState, rememberDemoItem } from './state.ts'
import { type DemoLanguages, demoItemTranslations, demoLanguages, demoTextFromWords } from './wording.ts'

/** Adds the pictures. Returns their ids by file name. */
async function addPictures(
  store: Writing,
  languages: DemoLanguages,
  context: Context,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const [name, english] of Object.entries(demoPictureTexts)) {
    const texts = Object.entries(demoItemTranslations('media', english, languages))
    const translations = Object.fromEntries(texts.map(([tag, one]) => [tag, { texts: one }]))
    const { words, ...inLanguage } = languages.own
    const id = await createItemInTransaction(
      store,
      'media',
      {
        file: { name, bytes: demoPictureBytes(name) },
        title: demoTextFromWords(english.title, words),
        alt_text: demoTextFromWords(english.alt_text, words),
        ...inLanguage,
        translations,
      },
      context,
    )
    await rememberDemoItem(store, { resource: 'media', item_id: id }, context)
    ids.set(name, id)
  }
  return ids
}

/** Imports the lines. Throws an Error for the first one that is refused. */
async function importDemo(lines: readonly string[], { store, moment, ...caller }: Context): Promise<void> {
  const { refusals } = await importJsonLinesFile(Readable.from([Buffer.from(lines.join('\n'))]), {
    store,
    caller,
    now: () => moment,
    globalId: (name, id) => `demo?id=${id}&type=${name}`,
    isFatal: () => true,
    isStrict: true,
    onProgress: () => {},
  })
  for (const { line, reason } of refusals) throw new Error(`Line ${line} of the demo: ${reason}`)
}

/** Makes the imported items the demo's: recorded as such, and no longer as lines of an import. */
async function adoptImported(store: Writing, context: Context): Promise<void> {
  for (const { key } of await context.store.importsUnder(LINE_KEY_PREFIX)) {
    const item = await store.imported(key)
    if (item !== undefined) await rememberDemoItem(store, item, context)
    await store.forgetImport(key)
  }
}

/**
 * Adds the demo to an empty calendar, in one transaction; nothing where it is there already. Returns its state. Throws
 * 409 where the calendar has other items.
 */
export function addDemo(context: Context): Promise<ResultAndRevision<DemoItemCounts>> {
  return runInOneTransaction(context, async (context) => {
    const { store, moment, currency = 'EUR', content } = context
    const there = await demoState(context)
    if (there.items > 0) return there
    if (!(await store.isEmpty())) throw new Problem('demo_needs_empty')
    const languages = demoLanguages(content?.languages ?? siteLanguageAsOnlyContentLanguage('en'))
    const pictures = await store.write(context, (store) => addPictures(store, languages, context))
    const setting = { currency, images: pictures.result, languages }
    await importDemo(demoLines(moment, setting), context)
    await store.write(context, (store) => adoptImported(store, context))
    return demoState(context)
  })
}
