/** The demo: three months of an invented town. The door of its room. */

import { Readable } from 'node:stream'
import { createItemInTransaction } from '../../actions/create.ts'
import { removeUnusedImageFiles } from '../../actions/linking/images.ts'
import { removeInTransaction } from '../../actions/remove.ts'
import { editableRecord } from '../../actions/update.ts'
import { runInOneTransaction } from '../../actions/writing/preparing.ts'
import { answer, named, revisedAnswer } from '../../api/answer.ts'
import type { Context } from '../../api/context.ts'
import { serviceOperation } from '../../api/operation.ts'
import { administrators } from '../../api/permission.ts'
import type { Room } from '../../api/room.ts'
import { resourceNames } from '../../contract/resources/index.ts'
import { choiceShape, integerShape, listShape, objectShape, sameShapeByName } from '../../contract/shape.ts'
import { siteLanguageAsOnlyContentLanguage } from '../../domain/languages.ts'
import { LINE_KEY_PREFIX } from '../../formats/jsonl/lines.ts'
import { because, Problem } from '../../problem.ts'
import type { ImportedItem, ResultAndRevision, Store, Writing } from '../../store/store.ts'
import { importJsonLinesFile } from '../import/json-lines.ts'
import {
  type DemoLanguages,
  demoItemTranslations,
  demoLanguages,
  demoLines,
  demoPictureBytes,
  demoPictureTexts,
  demoTextFromWords,
} from './town.ts'

// The demo: three months of an invented town, what of it is in the calendar, and taking it away again (ext.).

/** The beginning of the keys under which the items of the demo are recorded, among those of imports. */
const PREFIX = 'demo '
/** In the order in which they are removed: first what links to others. */
const resources = ['series', 'event', 'venue', 'organizer', 'category', 'tag', 'media'] as const
type DemoResource = (typeof resources)[number]
/** The resources whose items may show an image. */
const showing = ['event', 'venue', 'organizer'] as const

/** An item of the demo, with the version that it was made as. */
interface DemoItem {
  readonly key: string
  readonly resource: DemoResource
  readonly id: number
  readonly version: number
}

/** The demo in a calendar: how many items of it are there, and how many of them were edited since. */
interface DemoItemCounts {
  readonly items: number
  readonly edited: number
}

/** An item of the demo that stays, because it was edited or because something else links to it. */
export interface RemainingItem {
  readonly resource: DemoResource
  readonly id: number
}

async function demoItems(store: Pick<Store, 'importsUnder'>): Promise<readonly DemoItem[]> {
  const all = (await store.importsUnder(PREFIX)).flatMap(({ key, item_id: id }) => {
    const [, name, , version] = key.split(' ')
    const resource = resources.find((one) => one === name)
    return resource === undefined ? [] : [{ key, resource, id, version: Number(version) }]
  })
  return resources.flatMap((resource) => all.filter((one) => one.resource === resource))
}

/** What the state of the demo is read from. */
interface Seen extends Pick<Context, 'moment'> {
  readonly store: Pick<Store, 'importsUnder' | 'find' | 'occurrences'>
}

/** Whether an item is as it was made, was edited, or is gone. An item in the trash counts as unedited. */
async function stateOf(item: DemoItem, { store, moment }: Seen): Promise<'same' | 'edited' | 'gone'> {
  const record = await store.find(item.resource, { id: item.id }, moment)
  if (record === undefined) return 'gone'
  if ('status' in record && record.status === 'trash') return 'same'
  if (record.version !== item.version) return 'edited'
  const occurrences = item.resource === 'series' ? await store.occurrences(item.id) : []
  return occurrences.some(({ status, version }) => status !== 'trash' && version > 1) ? 'edited' : 'same'
}

async function demoState(context: Seen): Promise<DemoItemCounts> {
  const count = { same: 0, edited: 0, gone: 0 }
  for (const item of await demoItems(context.store)) count[await stateOf(item, context)] += 1
  return { items: count.same + count.edited, edited: count.edited }
}

/** Records an item as one of the demo: of an event that repeats, its series. */
async function rememberDemoItem(
  store: Writing,
  { resource: name, item_id: id }: ImportedItem,
  { moment }: Context,
): Promise<void> {
  const series = name === 'event' ? (await store.find('event', { id }, moment))?.series : null
  const resource = series == null ? resources.find((one) => one === name) : 'series'
  const at = series ?? id
  const record = resource && (await store.find(resource, { id: at }, moment))
  if (resource === undefined || record === undefined) return
  await store.rememberImport(`${PREFIX}${resource} ${at} ${record.version}`, resource, at)
}

/** Whether something that stays links to an item, or shows it. */
async function isLinked({ resource, id }: DemoItem, { store }: Context): Promise<boolean> {
  if (resource === 'series' || resource === 'event') return false
  if (resource !== 'media') return (await store.linkedTo(resource, id)).length > 0
  for (const name of showing) if ((await store.showing(name, id)).length > 0) return true
  return false
}

/** Deletes an item for good. */
async function removeForGood(resource: DemoResource, id: number, context: Context): Promise<void> {
  const { result } = await context.store.write(context, async (store) => {
    const record = await editableRecord(store, resource, { id }, context)
    if ('own_fields' in record) await removeInTransaction(store, 'event', record, { force: true }, context)
    else if ('recurrence' in record)
      await removeInTransaction(store, 'series', record, { force: true }, context)
    else await store.remove(resource, id)
    return record
  })
  if ('sizes' in result) await removeUnusedImageFiles([result], context)
}

/**
 * Deletes the items of the demo permanently, in one transaction. What was edited since stays, with what it links to, and is no
 * longer a part of the demo.
 */
export function removeDemo(
  context: Context,
): Promise<ResultAndRevision<{ readonly removed: number; readonly kept: readonly RemainingItem[] }>> {
  return runInOneTransaction(context, async (context) => {
    const items = await demoItems(context.store)
    const kept: RemainingItem[] = []
    let removed = 0
    for (const item of items) {
      const { resource, id } = item
      const state = await stateOf(item, context)
      if (state === 'gone') continue
      if (state === 'edited' || (await isLinked(item, context))) {
        kept.push({ resource, id })
        continue
      }
      await removeForGood(resource, id, context)
      removed += 1
    }
    await context.store.write(context, async (store) => {
      for (const { key } of items) await store.forgetImport(key)
    })
    return { removed, kept }
  })
}

// Adds the demo: imports the lines of an invented town into an empty calendar (ext.).

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
    const { id } = await createItemInTransaction(
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

// What administrators do with the demo: see how much of it is there, add it, remove it.

const right = { scope: 'no scopes', allows: administrators } as const
const demo = named('Demo', sameShapeByName(integerShape, 'items', 'edited'))
const removed = named('RemovedDemo', {
  removed: integerShape,
  kept: listShape(objectShape({ resource: choiceShape(resourceNames), id: integerShape })),
})
const alone = { reason: because('demo_being_changed') }

const readDemo = serviceOperation({
  route: 'GET /demo',
  name: 'read-demo',
  summary: 'Show the state of the demo',
  args: {},
  answer: answer(demo, 'The number of items of the demo.'),
  right,
  run: (given) => demoState(given),
})

const addDemoToEmpty = serviceOperation({
  route: 'POST /demo',
  name: 'add-demo',
  summary: 'Add the demo to an empty calendar',
  args: {},
  answer: revisedAnswer(demo, 'The number of items of the demo.'),
  right,
  problems: ['demo_needs_empty'],
  alone,
  run: (given) => addDemo(given),
})

const removeWholeDemo = serviceOperation({
  route: 'DELETE /demo',
  name: 'remove-demo',
  summary: 'Remove the demo',
  args: {},
  answer: revisedAnswer(removed, 'The removed and the remaining items.'),
  right,
  alone,
  run: (given) => removeDemo(given),
})

export const demoRoom: Room = { name: 'demo', operations: [readDemo, addDemoToEmpty, removeWholeDemo] }
