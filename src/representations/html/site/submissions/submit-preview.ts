/** An event as its page will show it, before it is sent. */
import { html, type Markup } from '../../markup.ts'
import type { StartEndAndAllDay } from '../dates.ts'
import { icon } from '../icon.ts'
import { datesWithUnbrokenHours } from '../lists/entry.ts'
import type { Site } from '../site.ts'

/** A venue or an organizer of the event. */
interface PreviewedItem {
  readonly name: string
  /** Its address; "" for none. */
  readonly where: string
  readonly isKnown: boolean
}

/** The described event, as plain text. */
export interface PreviewedEvent {
  readonly title: string
  readonly times: StartEndAndAllDay
  readonly description: string
  /** The repetition, and its last day; undefined for a single event. */
  readonly repeats: { readonly rule: 'weekly' | 'monthly'; readonly until: string } | undefined
  readonly venue: PreviewedItem | undefined
  readonly organizer: PreviewedItem | undefined
  readonly website: string
  readonly cost: string
  readonly categories: readonly string[]
  /** The picture as an address; "" for none. */
  readonly picture: string
}

const rules = { weekly: 'repeat.week', monthly: 'site.submit.repeats.monthly' } as const

function itemText({ name, where, isKnown }: PreviewedItem, { word }: Site): Markup {
  return html`<bdi>${name}</bdi>${where !== '' && html`, <bdi>${where}</bdi>`} <span class="small">(${word(isKnown ? 'site.submit.known' : 'site.submit.new')})</span>`
}

/** Returns the event with its picture, its date in words and everything else. */
export function submitPreviewMarkup(event: PreviewedEvent, site: Site): Markup {
  const { title, times, description, repeats, venue, organizer, website, cost, categories, picture } = event
  const { word, dates } = site
  const line = (sign: Parameters<typeof icon>[0], text: Markup) =>
    html`<p>${icon(sign, site)}<span>${text}</span></p>`
  const lines = [
    line(
      'calendar',
      html`${datesWithUnbrokenHours(dates.span(times), times, site)}${times.all_day && html` <span class="zone">${word('all-day')}</span>`}`,
    ),
    repeats &&
      line('repeat', html`${word(rules[repeats.rule])} · ${word('until')}: ${dates.full(repeats.until)}`),
    venue && line('map-pin', itemText(venue, site)),
    organizer && line('users', itemText(organizer, site)),
    cost !== '' && line('ticket', html`<bdi>${cost}</bdi>`),
    website !== '' && line('globe', html`<bdi>${website}</bdi>`),
  ]
  const terms =
    categories.length > 0 &&
    html`<ul class="terms">${categories.map((name) => html`<li dir="auto">${name}</li>`)}</ul>`
  const image = picture !== '' && html`<figure class="poster"><img src="${picture}" alt=""></figure>`
  return html`<article class="event preview"><header class="hero">${image}<div class="hero-text">${terms}<h2 dir="auto">${title}</h2><div class="decides">${lines}</div></div></header>${description !== '' && html`<div class="written" dir="auto">${description}</div>`}</article>`
}
