/** The images that messengers show. */
import { readEventAt, readItemAt } from '../../actions/read.ts'
import { lastDayOf } from '../../domain/time/timestamp.ts'
import { termAtSlug } from '../../items/terms.ts'
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
import { colorsOfTheme, type ThemeParts } from './themes.ts'

// The images that messengers show: of an event without one, of the calendar, and of venues, organizers and categories.

/** Returns the colours of a card, those of the theme in light surroundings. */
function cardColors(theme: ThemeParts) {
  const { paper, ink, quiet, accent, onAccent } = colorsOfTheme(theme)
  return {
    paper: paper.light,
    ink: ink.light,
    quiet: quiet.light,
    accent: accent.light,
    onAccent: onAccent.light,
  }
}

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

/** What an image without a date is of. */
type PictureOf = 'site' | 'venue' | 'organizer' | 'category'

/** Returns the name of what an image is of, and the line below it. Throws 404 if the public does not see it. */
async function shownNames(of: PictureOf, reader: PageRequest): Promise<readonly [string, string]> {
  const { context, params, site } = reader
  const slug = params.slug ?? ''
  if (of === 'site') return [site.name, site.word('site.front')]
  if (of === 'category') {
    const item = await termAtSlug('category', slug, context)
    if (item === undefined) throw new Problem('category-not-found')
    return [shownNameAndLanguage('category', item.record, reader).name, site.word('site.events')]
  }
  const { record } = await readItemAt(of, { slug }, async () => false, context)
  if (record.status !== 'publish') throw new Problem('rest_no_route')
  return [
    shownNameAndLanguage(of, record, reader).name,
    'city' in record ? record.city : site.word('site.events'),
  ]
}

/** Returns the maker of images of the calendar, or of its venues, organizers or categories. */
function plainShareImageMaker(
  of: PictureOf,
  { options: { drawCard }, appearances }: Pick<AppServices, 'options' | 'appearances'>,
): RenderPage {
  return async (reader) => {
    const [title, where] = await shownNames(of, reader)
    const colors = cardColors((await appearances.current()).theme)
    const card = { ...plainCardTexts(title, where, reader.site), colors }
    return { type: 'image/png', text: await drawn(card, drawCard, reader.guesser.name) }
  }
}

type DrawCard = AppServices['options']['drawCard']

/** Draws a card in turn. Throws 429 or 503 under load. */
const drawn = (card: Parameters<DrawCard>[0], draw: DrawCard, caller: string) =>
  draw(card, caller).catch((error: unknown) => {
    if (error instanceof Problem) throw error
    throw new Problem('rest_unavailable', { headers: { 'Retry-After': '10' } })
  })

/** Returns the maker of the images of events. They show public events only; it throws 404 for others, and 429 or 503 under load. */
function eventShareImageMaker({
  options: { drawCard },
  appearances,
}: Pick<AppServices, 'options' | 'appearances'>): RenderPage {
  return async ({ context, params, view, site, guesser }) => {
    const item = await readEventAt({ slug: params.slug ?? '' }, async () => false, context)
    const event = shownEvent(item, view)
    if (event.status !== 'publish' || event.password_protected) throw new Problem('rest_no_route')
    const colors = cardColors((await appearances.current()).theme)
    const card = { ...cardTexts(event, site), colors }
    const text = await drawn(card, drawCard, guesser.name)
    return { type: 'image/png', text }
  }
}

/** The makers of these images. */
export type ShareImages = Readonly<Record<PictureOf | 'event', RenderPage>>

export const shareImagesOf = (services: Pick<AppServices, 'options' | 'appearances'>): ShareImages => ({
  event: eventShareImageMaker(services),
  site: plainShareImageMaker('site', services),
  venue: plainShareImageMaker('venue', services),
  organizer: plainShareImageMaker('organizer', services),
  category: plainShareImageMaker('category', services),
})
