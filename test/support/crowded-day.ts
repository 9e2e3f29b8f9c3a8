/** A day with many events, which the database makes from the first event of a calendar. */
import { onDatabase } from './on-database.ts'

const columns = `version, modified_utc, origins, author, status, date_utc, date_set, description, website, search_text, title_key,
  excerpt, all_day, timezone, cost, show_map, show_map_link, hide_from_listings, sticky, featured, ticketed, tickets, custom_fields,
  start_date, end_date, start_utc, end_utc`

/** Copies the event with the id 1 until its day has `count` events, with their numbers in their titles. */
export async function crowdDay(url: string, count: number): Promise<void> {
  await onDatabase(
    url,
    `insert into events (slug, uid, title, ${columns})
      with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${count})
      select 'event-' || n, 'uid-' || n, title || ' ' || n, ${columns} from events cross join numbers where events.id = 1`,
  )
  await onDatabase(url, 'update revision set value = value + 1')
}
