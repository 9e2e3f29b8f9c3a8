/** Reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event (ext.). */
import type { Context } from '../../actions/context.ts'
import { knownIdByNameAndTown } from '../../actions/linking/known-by-name.ts'
import { requireMayWriteSomeItems } from '../../actions/policy.ts'
import { quickEventOperations } from '../../contract/operations/quick-event.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { regionOfLocale } from '../../domain/time/locale.ts'
import { localeOnSite } from '../../domain/time/site-locale.ts'
import { placesWithinTitle, readQuickEvent } from '../../domain/typed/quick-event.ts'
import type { AppOptions } from '../options.ts'
import type { OperationHandler } from './handler.ts'

const [{ args }] = quickEventOperations

/** Parts a title from the name of a venue that the calendar knows, where no word announces the place. */
async function withKnownPlace(title: string, place: string, { store, moment }: Context) {
  if (place !== '') return { title, place }
  for (const parted of placesWithinTitle(title)) {
    const known = await knownIdByNameAndTown(store, 'venue', { name: parted.place }, { moment })
    if (known !== undefined) return parted
  }
  return { title, place }
}

/** Builds the handler that reads a line as an event in the language of the root, the region and the site zone. Throws 400, 401 or 403. */
export const makeReadQuickEventHandler =
  (options: Pick<AppOptions, 'region'>): OperationHandler =>
  async ({ query, context, language }) => {
    requireMayWriteSomeItems(context.actor, 'event')
    const { text } = parseArgs(args, query.args(args), 'query')
    const locale = localeOnSite(language, { zone: context.moment.zone, region: options.region })
    const read = readQuickEvent(text, { language, region: regionOfLocale(locale) }, context.moment)
    const { title, place } = await withKnownPlace(read.title, read.place, context)
    const body = {
      title,
      start_date: read.start ?? null,
      end_date: read.end ?? null,
      all_day: read.allDay,
      timezone: context.moment.zone,
      place,
      ...(read.recurrence && { recurrence: read.recurrence }),
      alternatives: read.alternatives.map(({ start, end }) => ({ start_date: start, end_date: end })),
    }
    return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body }
  }
