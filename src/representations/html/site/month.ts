/** The month view: a grid of weeks; on phones a list of the days with events. */
import { isDay, plusMonths, weeksOfMonth } from '../../../domain/time/calendar-days.ts'
import { html, type Markup } from '../markup.ts'
import { type Days, dayName, dayPage, nothing } from './days.ts'
import { line } from './entry.ts'
import { sitePage } from './layout.ts'
import { legend } from './legend.ts'
import { classesOf, type Site, sitePath } from './site.ts'
import { steps } from './steps.ts'
import { type Cell, type Placed, weekLayout } from './week-layout.ts'

function item({ event, span, skip, isBegun, goesOn }: Placed, site: Site): Markup {
  const isLong = span > 1 || isBegun || goesOn
  const classes = classesOf(
    event,
    'line',
    `span-${span}`,
    skip > 0 && `skip-${skip}`,
    (isLong || event.all_day) && 'bar',
    isBegun && 'begun',
    goesOn && 'goes-on',
  )
  return html`<li class="${classes}">${line(event, site)}</li>`
}

function more({ day, rest }: Cell, days: Days, site: Site): Markup | false {
  const isCut = days.cut.has(day)
  if (rest === 0 && !isCut) return false
  const label = isCut ? site.word('site.more.all') : site.word('site.more', { count: rest })
  return html`<p class="more"><a href="${sitePath(site, dayPage(day))}">${label}<span class="unseen">, ${site.dates.full(day)}</span></a></p>`
}

function cell(one: Cell, month: string, days: Days, site: Site): Markup {
  const { day, placed } = one
  const isOther = !day.startsWith(month)
  const classes = [
    'day',
    isOther && 'other',
    day === site.today && 'today',
    placed.length === 0 && one.rest === 0 && 'quiet',
  ].filter(Boolean)
  const name = isDay(day)
    ? html`<a href="${sitePath(site, dayPage(day))}"${day === site.today && html` aria-current="date"`}>${dayName(day, site)}</a>`
    : dayName(day, site)
  return html`<li class="${classes.join(' ')}"><h2>${name}</h2>${
    placed.length > 0 && html`<ol class="lines">${placed.map((each) => item(each, site))}</ol>`
  }${more(one, days, site)}</li>`
}

/** Returns the page of a month (`YYYY-MM`). */
export function monthPage(month: string, days: Days, site: Site): string {
  const { word, dates } = site
  const weeks = weeksOfMonth(month, site.firstDay)
  const first = `${month}-01`
  const title = dates.month(first)
  const names = (weeks[0] ?? []).map((day) => html`<li>${dates.shortWeekday(day)}</li>`)
  const at = (months: number) => {
    const other = plusMonths(month, months)
    return other && `calendar/${other}`
  }
  const head = steps(site, {
    title: html`${title}`,
    before: at(-1),
    now: 'calendar',
    after: at(1),
    words: { before: word('site.month.before'), after: word('site.month.after') },
  })
  const cells = weeks.flatMap((week) =>
    weekLayout(week, days.events).map((one) => cell(one, month, days, site)),
  )
  const isEmpty = days.events.length === 0
  const main = html`${head}${isEmpty && nothing(site, days)}<ol class="weekdays" aria-hidden="true">${names}</ol><ol class="month">${cells}</ol>${legend(days.events, site)}`
  const isThis = site.today.startsWith(month)
  return sitePage(
    site,
    {
      title,
      description: word('site.about', { name: site.name }),
      page: isThis ? 'calendar' : `calendar/${month}`,
      view: 'month',
      day: isThis ? site.today : first,
      isUnlisted: isEmpty && !isThis,
      isEmpty,
    },
    main,
  )
}
