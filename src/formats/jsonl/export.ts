/** Exports the whole calendar as JSON lines. Referenced items come before the items that reference them. */

import { imageSettingNames } from '../../contract/operations/settings.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { translationsOfSettings } from '../../settings/index.ts'
import type { MediaRecord, Reading, StoredSettings } from '../../store/store.ts'
import {
  type ExportLineContext,
  eventLineObject,
  groupLineObject,
  languageAndTranslations,
  organizerLineObject,
  pageLineObject,
  seriesLineObject,
  termLineObject,
  venueLineObject,
} from './record-lines.ts'

// Records of images → lines of an export.

/** The line of an image: its row, not its files. Its pictures for pages are made again where it is imported. */
function mediaLineObject(
  { id, search_text: _, widths: __, readable_in: ___, language, translations, ...row }: MediaRecord,
  { globalId }: ExportLineContext,
): object {
  return {
    resource: 'media',
    id,
    global_id: globalId('media', id),
    ...row,
    ...languageAndTranslations({ language, translations }),
    date_utc: utcTimestampOfEpoch(row.date_utc),
    modified_utc: utcTimestampOfEpoch(row.modified_utc),
    sizes: row.sizes,
  }
}

/** Returns the settings of an export: images by their global ids. */
function exportedSettingsLine(stored: StoredSettings, identify: ExportLineContext['globalId']): object {
  const images = imageSettingNames.flatMap((name) => {
    const id = stored[name]
    return id === undefined ? [] : [[name, identify('media', Number(id))] as const]
  })
  const texts = stored.translations !== undefined && { translations: translationsOfSettings(stored) }
  return { resource: 'settings', ...stored, ...Object.fromEntries(images), ...texts }
}

/** Yields rows by id, but each parent before its children. Holds only the children that come before their parent. */
async function* parentsFirst<R extends { readonly id: number }>(
  rows: AsyncIterable<R>,
  parentOf: (row: R) => number | null,
): AsyncIterable<R> {
  const out = new Set<number>()
  const waiting = new Map<number, R[]>()
  const released = function* (row: R): Iterable<R> {
    const ready = [row]
    for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
      out.add(next.id)
      yield next
      ready.push(...(waiting.get(next.id) ?? []))
      waiting.delete(next.id)
    }
  }
  for await (const row of rows) {
    const parent = parentOf(row)
    if (parent === null || out.has(parent)) yield* released(row)
    else waiting.set(parent, [...(waiting.get(parent) ?? []), row])
  }
}

/** Adds the former slugs of an item to its line. */
async function formerSlugsAdder(store: Reading, name: ItemName | 'series') {
  const known = await store.formerSlugs(name)
  return (id: number, line: object): object => {
    const former_slugs = known.get(id)
    return former_slugs === undefined ? line : { ...line, former_slugs }
  }
}

async function* everyLine(store: Reading, outside: ExportLineContext): AsyncIterable<object> {
  const groups = new Map<number, string>()
  const logins = new Map((await store.assignees()).map(({ id, login }) => [id, login]))
  const view = { ...outside, groups, logins }
  for await (const media of store.allMedia()) yield mediaLineObject(media, view)
  const settings = await store.settings()
  if (Object.keys(settings).length > 0) yield exportedSettingsLine(settings, view.globalId)
  const ofPages = await formerSlugsAdder(store, 'page')
  for await (const page of store.all('page')) yield ofPages(page.id, pageLineObject(page, view))
  const ofGroups = await formerSlugsAdder(store, 'group')
  for await (const group of store.all('group')) {
    groups.set(group.id, group.slug)
    yield ofGroups(group.id, groupLineObject(group, view))
  }
  const ofTags = await formerSlugsAdder(store, 'tag')
  for await (const tag of store.all('tag')) yield ofTags(tag.id, termLineObject('tag', tag, view))
  const ofCategories = await formerSlugsAdder(store, 'category')
  for await (const category of parentsFirst(store.all('category'), ({ parent }) => parent))
    yield ofCategories(category.id, termLineObject('category', category, view))
  const ofVenues = await formerSlugsAdder(store, 'venue')
  for await (const venue of store.all('venue')) yield ofVenues(venue.id, venueLineObject(venue, view))
  const ofOrganizers = await formerSlugsAdder(store, 'organizer')
  for await (const organizer of store.all('organizer'))
    yield ofOrganizers(organizer.id, organizerLineObject(organizer, view))
  const ofSeries = await formerSlugsAdder(store, 'series')
  for await (const series of parentsFirst(store.all('series'), ({ continues }) => continues))
    yield ofSeries(series.id, seriesLineObject(series, view))
  const ofEvents = await formerSlugsAdder(store, 'event')
  for await (const event of parentsFirst(store.all('event'), ({ post_parent }) => post_parent))
    yield ofEvents(event.id, eventLineObject(event, await store.linksOf(event.id), view))
}

/** Yields the whole calendar as JSON lines, including the trash, drafts and password hashes. */
export async function* exportedLines(store: Reading, view: ExportLineContext): AsyncIterable<string> {
  for await (const line of everyLine(store, view)) yield `${JSON.stringify(line)}\n`
}
