/** The args of an entry of a calendar that change the event that it names. */
import { givenStatusPrefix } from '../../domain/import-source.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { argsUndoingDerivedAttendanceMode } from '../../formats/icalendar/event-args.ts'
import {
  argNamesFastiPropertiesLeaveUnchanged,
  customFieldsReplacingAllStored,
  websiteArg,
} from '../../formats/icalendar/extras.ts'
import { eventStatusArgs } from '../../formats/icalendar/outcome-args.ts'
import type { EventImportEntry } from '../../formats/icalendar/series/series-entry.ts'
import type { SentObject } from '../../formats/jsonl/sent-line.ts'
import { because } from '../../problem.ts'
import { locationTextOfVenues } from '../../representations/location.ts'
import { eventWithShownTexts } from '../../representations/shown-event.ts'
import type { EventItem, EventRecord, Writing } from '../../store/store.ts'
import type { ImportTransaction } from './import-batch.ts'
import type { NoteLeftOut } from './source-entry.ts'

const withoutScheme = (address: unknown) => String(address).replace(/^https?:\/\//, '')

/** Whether a URL is the page of an event or a series of this service. */
const isOwnPage = (address: unknown, base: string) =>
  ['event', 'series'].some((kind) => withoutScheme(address).startsWith(`${base}/${kind}/`))

const hasCategories = (item: EventItem | undefined, names: unknown) =>
  JSON.stringify(item?.categories.map(({ record }) => record.name)) === JSON.stringify(names)

/** Returns the args of an entry that change its event: none whose value it has in another form, so that formatting is not lost. */
export async function entryArgsThatChangeEvent(
  { store, context, globalId }: ImportTransaction,
  entry: EventImportEntry,
  event: EventRecord,
): Promise<SentObject> {
  const {
    description,
    venue,
    categories,
    website: url,
    timezone,
    image,
    event_status: _,
    ...rest
  } = entry.args
  const viewer = { scope: { user: undefined, reads: 'all', edits: 'all' } as const, moment: context.moment }
  const website = websiteArg(url, entry.extras)
  const [stored] = await store.items('event', [event], viewer)
  // Our own feed has the texts that are shown.
  const item = stored && eventWithShownTexts(stored, context)
  const base = globalId('event', event.id).replace(/\?.*$/, '')
  const same = item === undefined ? [] : argNamesFastiPropertiesLeaveUnchanged(entry.extras, item)
  const saysVenues = entry.extras.some(([name]) => name === 'X-FASTI-VENUE')
  const isSameText = plainTextOf(item?.record.description ?? '') === plainTextOf(String(description))
  const all: SentObject = {
    ...rest,
    ...argsSettingBackPrunedStatus(event),
    ...argsUndoingDerivedAttendanceMode(entry.args, event, item?.venues.length === 0),
    // All-day events have the same days in every zone.
    ...(!(rest.all_day === true && event.all_day === 1) && { timezone }),
    ...((entry.isFormatted || !isSameText) && { description }),
    ...((saysVenues || locationTextOfVenues(item?.venues ?? []) !== entry.location) && { venue }),
    ...(categories !== undefined && !hasCategories(item, categories) && { categories }),
    ...(website !== undefined && !isOwnPage(website, base) && { website }),
    ...(image !== undefined && !withoutScheme(image).startsWith(`${base}/media/`) && { image }),
    ...('custom_fields' in rest && {
      custom_fields: customFieldsReplacingAllStored(rest.custom_fields, event.custom_fields),
    }),
  }
  const changed = Object.entries(all).filter(([name]) => !same.includes(name))
  return { ...Object.fromEntries(changed), ...eventStatusArgs(entry, event) }
}

/** The status that an event had before an import moved it to the trash. */
export const argsSettingBackPrunedStatus = ({ pruned_status }: EventRecord): SentObject =>
  pruned_status === '' ? {} : { status: pruned_status }

/** An event or a series to which an import may give a status. For an event that the import restores, the status is the restored one. */
interface StatusHolder {
  readonly resource: 'event' | 'series'
  readonly id: number
  readonly status: EventRecord['status']
  /** The status that it has where neither an import nor a person gave it one; undefined if a person did, unless an import has. */
  readonly usual: EventRecord['status'] | undefined
}

/** Remembers the status that an import gave an event or a series. */
export async function rememberGivenStatus(
  store: Writing,
  { resource, id }: Pick<StatusHolder, 'resource' | 'id'>,
  status: string,
): Promise<void> {
  const prefix = givenStatusPrefix(resource, id)
  for (const { key } of await store.importsUnder(prefix)) await store.forgetImport(key)
  await store.rememberImport(`${prefix}${status}`, resource, id)
}

/** Whether a person here has changed the status since an import gave it. */
async function isStatusChosen(store: Writing, { resource, id, status, usual }: StatusHolder) {
  const prefix = givenStatusPrefix(resource, id)
  const [given] = await store.importsUnder(prefix)
  return status !== (given?.key.slice(prefix.length) ?? usual)
}

/** What follows the source where a person here shows an event that the source marks private. */
const argsWithoutTexts = [
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'recurrence',
  'event_status',
  'status',
]

/** The args of an event without its texts and links, which stay as they were before its source marked it private. */
export const withoutTexts = (sent: SentObject): SentObject =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => argsWithoutTexts.includes(name)))

/** Whether an event that has this status is public, or will be. */
export const isToBePublic = (status: EventRecord['status']) => status === 'publish' || status === 'future'

/**
 * The args that change what the source marks private: it becomes private, unless a person here chose another status. Then what is
 * public keeps its texts of before.
 */
export async function argsOfPrivateEntry(
  { store }: Pick<ImportTransaction, 'store'>,
  { entry, note }: { readonly entry: EventImportEntry; readonly note: NoteLeftOut },
  sent: SentObject,
  holder: StatusHolder,
): Promise<SentObject> {
  if (holder.status === 'private') return sent
  // A person may restore it as it was.
  if (holder.status === 'trash') return withoutTexts(sent)
  if (await isStatusChosen(store, holder)) {
    if (!isToBePublic(holder.status)) return sent
    note(because('private_shown_here'), entry)
    return withoutTexts(sent)
  }
  note(because('marked_private'), entry)
  await rememberGivenStatus(store, holder, 'private')
  return { ...sent, status: 'private' }
}
