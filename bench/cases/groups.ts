/** Lists of a group beside those of a category with the same events, and what groups cost lists that name none. */
import { openSqlite } from '../../src/store/database/sqlite/database.ts'
import { type Case, type Finding, type Measured, processorRatio } from '../case.ts'
import { counts } from '../linked.ts'
import { alternately, type Medians, ratio } from '../rounds.ts'
import { BASE, databaseIn, fetchOnce, neverAsked, type Stage } from '../stage.ts'

/** The slug of the compared category, and of the group with the same events. */
const [CATEGORY, GROUP] = ['c1', 'g1']

/** Makes a group of each category, and puts each event of a calendar file into the group of its first one, its only one then. */
export async function fillGroups(file: string): Promise<void> {
  const db = await openSqlite(file)
  try {
    db.exec('begin')
    for (let id = 1; id <= counts.categories; id++)
      db.exec(`insert into groups (id, name, name_key, slug, description, color, main, search_text, version, modified_utc, origins)
        values (${id}, 'Group ${id}', 'group ${id}', 'g${id}', '', '', 'all', 'group ${id}', 1, 1700000000, '[]')`)
    db.exec('delete from event_categories where position > 0')
    db.exec(
      'update events set group_id = (select target_id from event_categories where event_id = events.id and position = 0)',
    )
    db.exec('update revision set value = value + 1')
    db.exec('commit')
  } finally {
    db.close()
  }
}

const findingOf = (what: string, ours: Medians, other: Medians, of: string): Finding => ({
  what: `${what}: processor time`,
  target: { is: 'at most', value: 1.15, of },
  measured: 1 / (processorRatio(ours, other) ?? ratio(ours, other)),
})

async function run(stage: Stage): Promise<Measured> {
  const [without, within] = [stage.small(), stage.small()]
  await fillGroups(databaseIn(within.folder))
  const [plain, grouped] = [await stage.serve(without), await stage.serve(within)]
  const every = 'start_date=2000-01-01&per_page=10'
  const queries = { group: `${every}&group=${GROUP}`, category: `${every}&categories=${CATEGORY}` }
  for (const query of Object.values(queries)) await fetchOnce(grouped, `${BASE}?${query}`)
  for (const server of [plain, grouped]) await fetchOnce(server, `${BASE}?${every}`)
  const filtered = await alternately(
    { group: neverAsked(grouped, queries.group), category: neverAsked(grouped, queries.category) },
    stage.seconds,
  )
  const whole = await alternately(
    { without: neverAsked(plain, every), within: neverAsked(grouped, every) },
    stage.seconds,
  )
  return {
    findings: [
      findingOf('list of a group, each request new,', filtered.group, filtered.category, '× of a category'),
      findingOf('list of the main calendar with groups', whole.within, whole.without, '× without groups'),
    ],
    figures: [
      { what: 'list of a group, each request new', load: filtered.group },
      { what: 'list of a category, each request new', load: filtered.category },
      { what: 'list of a calendar with groups, each request new', load: whole.within },
      { what: 'list of a calendar without groups, each request new', load: whole.without },
    ],
  }
}

export const groups: Case = {
  name: 'groups',
  method:
    'Each of 10,000 events is in one of 50 categories and in the group of the same number. The same server is asked alternately for lists of a group and of its category; then this server and one whose calendar has no groups are asked alternately for lists that name none. Every request has an ignored arg with a new value.',
  run,
}
