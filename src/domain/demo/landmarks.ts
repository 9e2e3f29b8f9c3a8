/** The events that every demo has, whatever the generator draws. */
import type { Temporal } from 'temporal-polyfill'
import { nextWeekday, type Plan, type Planned, prices, texts, wall } from './plan.ts'
import type { CategoryName, VenueKey } from './town.ts'

/** Returns the events on days that are certain: a festival, a cancelled event, one online, a draft, one to review. */
export function landmarks(plan: Plan): readonly Planned[] {
  const { first } = plan
  const on = (days: number, weekday: number) => nextWeekday(first.add({ days }), weekday)
  const days = (from: Temporal.PlainDate, to: Temporal.PlainDate) => ({
    start_date: from.toString(),
    end_date: to.toString(),
    all_day: true,
  })
  const lanterns = on(21, 6)
  const builders = on(50, 4)
  const planned = (fields: Planned['fields'], category: CategoryName, venue: VenueKey, more = {}) => ({
    fields,
    category,
    venue,
    organizer: 'town' as const,
    tags: [],
    ...more,
  })
  const night = 'Four thousand lanterns, seven stories and a brass band along the harbour.'
  const talk = 'The harbour master explains the new tide gate, and answers questions from the chat.'
  return [
    planned(
      {
        title: 'Night of the Lanterns',
        ...texts(night),
        ...wall(lanterns, 18, 270),
        cost: 'Free',
        featured: true,
        sticky: true,
      },
      'Festivals',
      'market',
      { tags: ['outdoors', 'families', 'free entry'] },
    ),
    planned(
      {
        title: 'Boatbuilders’ Days',
        ...texts('Four days of planks, tar and launching.'),
        ...days(builders, builders.add({ days: 3 })),
        ...prices({ price: 5 }, plan),
        featured: true,
      },
      'Festivals',
      'hall',
    ),
    planned(
      {
        title: 'Charts and Coastlines',
        ...texts('Four centuries of maps, from the archive of the town.'),
        ...days(first.add({ days: 9 }), first.add({ days: 64 })),
        ...prices({ price: 4 }, plan),
      },
      'Exhibitions',
      'hall',
    ),
    planned(
      {
        title: 'Open-air cinema',
        ...texts('Called off because of the storm forecast.'),
        ...wall(on(12, 5), 21, 120),
        event_status: 'cancelled',
        cost: 'Free',
      },
      'Film',
      'market',
      { organizer: 'film', tags: ['outdoors'] },
    ),
    planned(
      {
        title: 'Online: the new tide gate',
        ...texts(talk),
        ...wall(on(30, 3), 19, 60),
        attendance_mode: 'online',
        online_url: 'https://meet.alderhaven.example/tide-gate',
        cost: 'Free',
      },
      'Town hall',
      'hall',
      { tags: ['online', 'free entry'] },
    ),
    planned(
      {
        title: 'Harbour swim: to be confirmed',
        ...texts('The date depends on the tide.'),
        ...wall(on(60, 7), 10, 120),
        status: 'draft',
      },
      'Sport',
      'dunes',
      { organizer: 'sports' },
    ),
    planned(
      {
        title: 'Flea market of the scouts',
        ...texts('Sent in by the scouts; to be reviewed.'),
        ...wall(on(40, 7), 9, 300),
        status: 'pending',
        cost: 'Free',
      },
      'Markets',
      'market',
    ),
  ]
}
