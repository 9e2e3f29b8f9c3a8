/** The week view: seven columns; on phones one list. */
import { plusDays, weekOf } from '../../../domain/time/calendar-days.ts'
import { html } from '../markup.ts'
import { type Days, dayName, dayPage, nothing, onDay } from './days.ts'
import { entries } from './entry.ts'
import { sitePage } from './layout.ts'
import { legend } from './legend.ts'
import { type Site, sitePath } from './site.ts'
import { steps } from './steps.ts'

/** Returns the page of a week. `week` has its seven days. */
export function weekPage(week: readonly string[], days: Days, site: Site): string {
  const { word, dates } = site
  const [first = site.today, last = first] = [week[0], week.at(-1)]
  const title = dates.days(first, last)
  const name = weekOf(first, site.firstDay)
  const at = (count: number) => {
    const other = plusDays(first, count)
    return other && `calendar/week/${weekOf(other, site.firstDay)}`
  }
  const head = steps(site, {
    title: html`${title} <small>${word('site.week.number', { number: Number(name.slice(6)) })}</small>`,
    before: at(-7),
    now: 'calendar/week',
    after: at(7),
    words: { before: word('site.week.before'), after: word('site.week.after') },
  })
  const each = week.map((day) => {
    const events = onDay(days, day)
    const classes = ['day', day === site.today && 'today', events.length === 0 && 'quiet'].filter(Boolean)
    return html`<li class="${classes.join(' ')}"><h2><a href="${sitePath(site, dayPage(day))}"${day === site.today && html` aria-current="date"`}>${dayName(
      day,
      site,
    )}</a></h2>${events.length > 0 && entries(day, events, site)}${
      days.cut.has(day) &&
      html`<p class="more"><a href="${sitePath(site, dayPage(day))}">${word('site.more.all')}</a></p>`
    }</li>`
  })
  const day = week.includes(site.today) ? site.today : first
  const main = html`${head}${days.events.length === 0 && nothing(site, days)}<ol class="week">${each}</ol>${legend(days.events, site)}`
  const isEmpty = days.events.length === 0
  const page = `calendar/week/${name}`
  return sitePage(site, { title, page, view: 'week', day, isUnlisted: true, isEmpty }, main)
}
