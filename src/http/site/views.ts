/** The views of the calendar: month, week, day, agenda. */
import { daysOfWeek, isDay, isMonth, weekOf, weeksOfMonth } from '../../domain/time/calendar-days.ts'
import { Problem } from '../../problem.ts'
import { agendaPage } from '../../representations/html/site/agenda.ts'
import { dayPageOf } from '../../representations/html/site/day.ts'
import { monthPage } from '../../representations/html/site/month.ts'
import { weekPage } from '../../representations/html/site/week.ts'
import { daysOf } from './days.ts'
import { tensed } from './lists.ts'
import { isPast, pageOf, type Reader } from './reader.ts'

/** The page of a month, by default the current one. Throws 404 for an invalid month. */
export async function month(reader: Reader): Promise<string> {
  const { site, params } = reader
  const request = params.month ?? site.today.slice(0, 7)
  if (!isMonth(request)) throw new Problem('rest_no_route')
  const days = weeksOfMonth(request, site.firstDay).flat().filter(isDay)
  return monthPage(request, await daysOf(days, reader), site)
}

/** The page of a week, by default the current one. Throws 404 for an invalid week. */
export async function week(reader: Reader): Promise<string> {
  const { site, params } = reader
  const days = daysOfWeek(params.week ?? weekOf(site.today, site.firstDay), site.firstDay)
  if (days === undefined || !days.every(isDay)) throw new Problem('rest_no_route')
  return weekPage(days, await daysOf(days, reader), site)
}

/** The page of a day, by default today. Throws 404 for an invalid day. */
export async function day(reader: Reader): Promise<string> {
  const { site, params } = reader
  const request = params.day ?? site.today
  if (!isDay(request)) throw new Problem('rest_no_route')
  return dayPageOf(request, await daysOf([request], reader), site)
}

/** The agenda of upcoming or of past events. Throws 404 past the last page. */
export async function agenda(reader: Reader): Promise<string> {
  const listed = await tensed({}, { isPast: isPast(reader), page: pageOf(reader) }, reader)
  return agendaPage(listed, reader.site)
}
