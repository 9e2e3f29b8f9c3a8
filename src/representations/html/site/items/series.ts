/** The section about the series on the page of an occurrence (contract §10.4). */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { labelledTitle } from '../../../outcome.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, lastDayOf } from '../dates.ts'
import { machineReadableStart, textWithDifferingZone } from '../lists/entry.ts'
import { pathOfUrl, type Site } from '../site.ts'

/** A series around one of its occurrences, as the reader sees it. */
export interface SeriesOfOccurrence {
  /** The rule in words, in the language of the page. */
  readonly text: string
  readonly url: string
  readonly previous: ListedEvent | undefined
  /** The occurrences after this one that are ahead, soonest first. */
  readonly next: readonly ListedEvent[]
  /** The first of them that one can go to. */
  readonly following: ListedEvent | undefined
}

/** The date of an occurrence in short, without the times if they equal those of the occurrence that the page shows. */
function dateOf(event: ListedEvent, shown: ListedEvent, site: Site): string {
  const { dates, today, word } = site
  const isOneDay = firstDayOfEvent(event) === lastDayOf(event)
  const isUsual = isOneDay && dates.hours(event) === dates.hours(shown)
  const date = dates.brief({ ...event, all_day: event.all_day || isUsual }, today)
  const text = isUsual ? date : textWithDifferingZone(date, event, site)
  return labelledTitle(text, event.event_status, word)
}

/** Returns the button that leads to the next date that one can go to, for the page of a date that is over or cancelled. */
export function followingDateButton(
  { following }: SeriesOfOccurrence,
  shown: ListedEvent,
  site: Site,
): Markup | false {
  return (
    following !== undefined &&
    html`<p class="following"><a class="button strong" href="${pathOfUrl(following.url)}"><span>${site.word('site.series.following', { date: dateOf(following, shown, site) })}</span></a></p>`
  )
}

/** Returns the rule in words, the previous and the next dates, and the link to the series. */
export function seriesNote(
  { text, url, previous, next }: SeriesOfOccurrence,
  shown: ListedEvent,
  site: Site,
): Markup {
  const { word } = site
  const dateLink = (event: ListedEvent, rel?: 'prev' | 'next') =>
    html`<a class="chip" href="${pathOfUrl(event.url)}"${rel !== undefined && html` rel="${rel}"`}><time datetime="${machineReadableStart(event)}">${dateOf(event, shown, site)}</time></a>`
  const [first] = next
  const dates =
    first !== undefined &&
    html`<h3>${word('site.series.next')}</h3><ul class="next-dates">${next.map((one) => html`<li>${dateLink(one, one === first ? 'next' : undefined)}</li>`)}</ul>`
  const before =
    previous !== undefined && html`<p>${word('site.series.before')} ${dateLink(previous, 'prev')}</p>`
  return html`<section class="series"><h2 class="label">${word('one.series')}</h2><p>${text}</p>${before}${dates}<p><a href="${pathOfUrl(url)}">${word('site.series.all')}</a></p></section>`
}
