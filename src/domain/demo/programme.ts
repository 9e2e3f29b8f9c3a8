/** The three months of the demo: what the town does, from the first day of the current month, by a seeded generator. */
import { Temporal } from 'temporal-polyfill'
import type { Moment } from '../time/moment.ts'
import { today } from '../time/window.ts'
import { type Happening, happenings, type Regular, regulars } from './happenings.ts'
import { landmarks } from './landmarks.ts'
import { nextWeekday, type Plan, type Planned, prices, texts, wall } from './plan.ts'
import { type Random, randomFrom } from './random.ts'

const MONTHS = 3
/** Single events of each week; fewer than the titles of `happenings`. */
const A_WEEK = 6
/** The seed of the generator: every calendar gets the same plan in the same month. */
const SEED = 1
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const linksOf = ({ category, venue, organizer, tags = [] }: Happening | Regular) => ({
  category,
  venue,
  organizer,
  tags,
})

function series(regular: Regular, plan: Plan): Planned {
  const { title, text, rule, weekday, hour, minutes } = regular
  const first = nextWeekday(plan.first, weekday)
  const until = `UNTIL=${plan.last.toString().replaceAll('-', '')}T235959`
  const day = WEEKDAYS[weekday - 1]
  const line = rule === 'weekly' ? `FREQ=WEEKLY;BYDAY=${day}` : `FREQ=MONTHLY;BYDAY=1${day}`
  const fields = {
    title,
    ...texts(text),
    ...wall(first, hour, minutes),
    ...prices(regular, plan),
    recurrence: [`RRULE:${line};${until}`],
  }
  return { fields, ...linksOf(regular) }
}

/** What became of a single event: most take place. */
function outcome(random: Random) {
  const drawn = random.below(25)
  if (drawn === 0) return { event_status: 'cancelled' }
  return drawn === 1 ? { event_status: 'postponed' } : {}
}

function single(monday: Temporal.PlainDate, plan: Plan): Planned {
  const { random } = plan
  const happening = random.pick(happenings)
  const { titles, text, minutes } = happening
  const [title, hour] = random.pick(titles)
  const day = monday.add({ days: random.pick([0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6]) })
  const fields = {
    title,
    ...texts(text),
    ...wall(day, hour, minutes),
    ...prices(happening, plan),
    ...outcome(random),
  }
  return { fields, ...linksOf(happening) }
}

/** Returns the single events of the week from `monday`. None is on twice in a week. */
function weekOf(monday: Temporal.PlainDate, plan: Plan): readonly Planned[] {
  const week = new Map<unknown, Planned>()
  while (week.size < A_WEEK) {
    const one = single(monday, plan)
    if (!week.has(one.fields.title)) week.set(one.fields.title, one)
  }
  return [...week.values()]
}

/** Plans the demo: three months from the first day of the current month in the site zone. The same month gives the same plan. */
export function planned(moment: Moment, currency: string): readonly Planned[] {
  const first = Temporal.PlainDate.from(today(moment)).with({ day: 1 })
  const last = first.add({ months: MONTHS }).subtract({ days: 1 })
  const plan = { first, last, currency, random: randomFrom(SEED) }
  const singles: Planned[] = []
  for (let monday = nextWeekday(first, 1); monday.until(last).days >= 6; monday = monday.add({ days: 7 }))
    singles.push(...weekOf(monday, plan))
  return [...regulars.map((regular) => series(regular, plan)), ...landmarks(plan), ...singles]
}
