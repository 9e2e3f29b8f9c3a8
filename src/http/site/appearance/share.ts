/** The image that messengers show of an event without one. */
import { read } from '../../../actions/read.ts'
import { Problem } from '../../../problem.ts'
import { locationLine } from '../../../representations/html/site/lists/entry.ts'
import { representEvent as shownEvent } from '../../../representations/json/event.ts'
import { labelledTitle } from '../../../representations/outcome.ts'
import type { AppOptions } from '../../options.ts'
import type { RenderPage } from '../pages.ts'

/** Returns the maker of these images. They show public events only; it throws 404 for others, and 429 or 503 under load. */
export function shareImageMaker({ drawCard }: Pick<AppOptions, 'drawCard'>): RenderPage {
  return async ({ context, params, view, site, guesser }) => {
    const item = await read('event', { slug: params.slug ?? '' }, async () => false, context)
    const event = shownEvent(item, view)
    if (event.status !== 'publish' || event.password_protected || drawCard === undefined)
      throw new Problem('rest_no_route')
    const card = {
      site: site.name,
      title: labelledTitle(event.title, event.event_status, site.word),
      when: site.dates.span(event),
      where: locationLine(event),
    }
    const text = await drawCard(card, guesser.name).catch((error: unknown) => {
      if (error instanceof Problem) throw error
      throw new Problem('rest_unavailable', { headers: { 'Retry-After': '10' } })
    })
    return { type: 'image/png', text }
  }
}
