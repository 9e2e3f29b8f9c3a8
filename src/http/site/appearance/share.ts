/** The image that messengers show of an event without one. */
import { readEventAt } from '../../../actions/read.ts'
import { lastDayOf } from '../../../domain/time/calendar-days.ts'
import { Problem } from '../../../problem.ts'
import { firstDayOfEvent } from '../../../representations/html/site/dates.ts'
import { textWithDifferingZone, venuesAndCitiesText } from '../../../representations/html/site/lists/entry.ts'
import type { Site } from '../../../representations/html/site/site.ts'
import { representEvent as shownEvent } from '../../../representations/json/event.ts'
import { eventLabels } from '../../../representations/outcome.ts'
import type { AppServices } from '../../services.ts'
import type { RenderPage } from '../pages.ts'
import type { ThemeParts } from './theme.ts'
import { colorsOfTheme } from './theme-colors.ts'

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

/** Returns the maker of these images. They show public events only; it throws 404 for others, and 429 or 503 under load. */
export function shareImageMaker({
  options: { drawCard },
  appearances,
}: Pick<AppServices, 'options' | 'appearances'>): RenderPage {
  return async ({ context, params, view, site, guesser }) => {
    const item = await readEventAt({ slug: params.slug ?? '' }, async () => false, context)
    const event = shownEvent(item, view)
    if (event.status !== 'publish' || event.password_protected || drawCard === undefined)
      throw new Problem('rest_no_route')
    const colors = cardColors((await appearances.current()).theme)
    const card = { ...cardTexts(event, site), colors }
    const text = await drawCard(card, guesser.name).catch((error: unknown) => {
      if (error instanceof Problem) throw error
      throw new Problem('rest_unavailable', { headers: { 'Retry-After': '10' } })
    })
    return { type: 'image/png', text }
  }
}
