/** The args of an entry of a calendar that change the event that it names. */
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { locationTextOfVenues } from '../../representations/location.ts'
import { eventWithShownTexts } from '../../representations/shown-event.ts'
import type { EventItem, EventRecord } from '../../store/store.ts'
import type { ImportTransaction } from '../import/import-batch.ts'
import type { SentObject } from '../import/sent-line.ts'
import { argsUndoingDerivedAttendanceMode } from './event-args.ts'
import {
  argNamesFastiPropertiesLeaveUnchanged,
  customFieldsReplacingAllStored,
  websiteArg,
} from './extras.ts'
import { eventStatusArgs } from './outcome-args.ts'
import type { EventImportEntry } from './text/import-entry.ts'

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
    ...argsUndoingDerivedAttendanceMode(entry.args, event),
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
