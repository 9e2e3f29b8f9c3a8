/** The images that messengers show: of an event without one, of the calendar, and of venues, organizers and categories. */
import { readEventAt, readItemAt } from '../../actions/read.ts'
import { lastDayOf } from '../../domain/time/timestamp.ts'
import { Problem } from '../../problem.ts'
import { eventLabels } from '../../representations/event-text.ts'
import { firstDayOfEvent } from '../../representations/html/site/dates.ts'
import { textWithDifferingZone, venuesAndCitiesText } from '../../representations/html/site/entries.ts'
import { initialsOf } from '../../representations/html/site/pictures.ts'
import type { Site } from '../../representations/html/site/site.ts'
import { representEvent as shownEvent } from '../../representations/json/event.ts'
import type { AppServices } from '../services.ts'
import { shownNameAndLanguage } from './filters.ts'
import type { RenderPage } from './pages.ts'
import type { PageRequest } from './reader.ts'
import { lightColorsOf } from './themes.ts'

/** Returns the texts of a card of an event. The month has its year if that is another one than today's. */
function cardTexts(event: ReturnType<typeof shownEvent>, site: Site) {
  const { name, dates, word, today } = site
  const hours = dates.hours(event)
  const day = firstDayOfEvent(event)
  const year = day.slice(0, 4)
  const isOneDay = day === lastDayOf(event)
  return {
    site: name,
    title: event.title,
    label: eventLabels(event, word).join(' · '),
    isOff: event.event_status === 'cancelled' || event.event_status === 'postponed',
    weekday: dates.weekday(day),
    day: dates.numeral(day),
    month: `${dates.shortMonth(day)}${today.startsWith(year) ? '' : ` ${year}`}`,
    hours:
      hours !== undefined
        ? textWithDifferingZone(hours, event, site)
        : isOneDay
          ? ''
          : dates.days(day, lastDayOf(event)),
    where: venuesAndCitiesText(event),
  }
}

/** Returns the texts of a card without a date, which has initials instead. */
function plainCardTexts(title: string, where: string, site: Site) {
  const noDate = { label: '', isOff: false, weekday: '', month: '', hours: '' }
  return { ...noDate, site: site.name, title, where, day: initialsOf(title) }
}

/** What an image is of. */
type PictureOf = 'site' | 'event' | 'venue' | 'organizer' | 'category'

/** Returns the texts of the card of what an address names. Throws 404 if the public does not see it. */
async function textsFor(of: PictureOf, reader: PageRequest) {
  const { context, params, site, view } = reader
  const slug = params.slug ?? ''
  const { word } = site
  if (of === 'site') return plainCardTexts(site.name, word('site.front'), site)
  if (of === 'event') {
    const event = shownEvent(await readEventAt({ slug }, context), view)
    if (event.status !== 'publish' || event.password_protected) throw new Problem('rest_no_route')
    return cardTexts(event, site)
  }
  const { record } = await readItemAt(of, { slug }, context)
  if ('status' in record && record.status !== 'publish') throw new Problem('rest_no_route')
  const where = 'city' in record ? record.city : word('site.events')
  return plainCardTexts(shownNameAndLanguage(of, record, reader).name, where, site)
}

/** Returns the function that draws the images of the calendar, its events, venues, organizers or categories, in turn: it throws 429 or 503 under load. */
export const shareImageOf =
  (of: PictureOf, { options: { drawCard }, appearances }: AppServices): RenderPage =>
  async (reader) => {
    const colors = lightColorsOf((await appearances.current()).theme)
    const card = { ...(await textsFor(of, reader)), colors }
    const text = await drawCard(card, reader.guesser.name).catch((error: unknown) => {
      if (error instanceof Problem) throw error
      throw new Problem('rest_unavailable', { headers: { 'Retry-After': '10' } })
    })
    return { type: 'image/png', text }
  }
