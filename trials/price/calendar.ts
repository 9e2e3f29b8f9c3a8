/** The calendar that costs are measured on: generated once, with texts in three languages, groups, and a user, so that it is not in local mode. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counts, fillCalendar } from '../../bench/calendar.ts'
import { openSqlite } from '../../src/store/database/sqlite/database.ts'
import { run } from '../../test/support/process.ts'

/** The content languages of the calendar; the first is that of the site. */
const LANGUAGES = ['en', 'fr', 'it'] as const
const OTHERS = LANGUAGES.slice(1)

/** Gives each event of a calendar file a title and a description in the other languages, as the service stores them. */
async function fillTranslations(file: string): Promise<void> {
  const db = await openSqlite(file)
  const textOf = (language: string) => `'${language} ' || title`
  const facts = `'state', 'published', 'is_outdated', json('false'), 'origin', 'person', 'modified_utc', '2027-01-15 12:00:00'`
  const translation = (language: string) =>
    `'${language}', json_object('title', ${textOf(language)}, 'description', description, ${facts})`
  try {
    db.exec('begin')
    db.exec(
      `update events set translations = json_object(${OTHERS.map(translation).join()}), readable_in = ' ${OTHERS.join(' ')} '`,
    )
    for (const language of OTHERS)
      for (const [field, text] of [
        ['title', `lower(${textOf(language)})`],
        // Descriptions are one paragraph in lower case.
        ['description', 'substr(description, 4, length(description) - 7)'],
      ] as const) {
        db.exec(
          `create temp table searched as select ${text} as text, '${language} ${field} ' || min(id) as hash from events group by 1`,
        )
        db.exec('create index temp.searched_text on searched (text, hash)')
        db.exec(`insert into long_texts (hash, is_searched, text) select hash, 1, text from searched`)
        db.exec(`insert into translated_texts (item_table, item_id, language, field, text_id)
          select 'events', events.id, '${language}', '${field}', long_texts.id from events
          cross join searched on searched.text = ${text} join long_texts on long_texts.hash = searched.hash`)
        db.exec('drop table searched')
      }
    db.exec('update revision set value = value + 1')
    db.exec('commit')
  } finally {
    db.close()
  }
}

/** Gives each series of a calendar file the dates of its events as its rule, and removes those without. */
async function fillSeries(file: string): Promise<void> {
  const db = await openSqlite(file)
  try {
    db.exec('delete from series where id not in (select series from events where series is not null)')
    db.exec(`update series set (start_date, end_date, recurrence) = (
      select min(at), datetime(min(at), '+1 hour'), json_array('RDATE:' || group_concat(strftime('%Y%m%dT%H%M%S', at)))
      from (select recurrence_id as at from events where series = series.id order by 1))`)
  } finally {
    db.close()
  }
}

/** Makes a group of each category, and puts each event of a calendar file into the group of its first one, its only one then. */
async function fillGroups(file: string): Promise<void> {
  const db = await openSqlite(file)
  try {
    db.exec('begin')
    for (let id = 1; id <= counts.categories; id++)
      db.exec(`insert into groups (id, name, name_key, slug, description, color, main, search_text, version, modified_utc, origins)
        values (${id}, 'Group ${id}', 'group ${id}', 'g${id}', '', '', 'all', 'group ${id}', 1, 1700000000, '[]')`)
    db.exec('delete from event_categories where position > 0')
    db.exec(`update categories set count = (select count(*) from event_categories as link join events on events.id = link.event_id
      where link.target_id = categories.id and events.status = 'publish')`)
    db.exec(
      'update events set group_id = (select target_id from event_categories where event_id = events.id and position = 0)',
    )
    db.exec('update revision set value = value + 1')
    db.exec('commit')
  } finally {
    db.close()
  }
}

/** Records that many changes in a database, each of another item at another revision. */
async function fillRevisions(path: string, count: number): Promise<void> {
  const db = await openSqlite(path)
  db.exec(`insert into changes (resource, item_id, revision, at_utc, author, is_live, is_public, live_since, public_since,
      public_revision)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select 'event', 1000000 + n, n, cast(strftime('%s', 'now') as integer), 0, 1, 1, n, n, n from numbers`)
  db.exec(`update revision set value = max(value, ${count})`)
  db.close()
}

/** Runs a command. Throws what it says if it fails. */
async function succeed(command: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stdout, stderr } = await run(command, env)
  if (code !== 0) throw new Error(`fasti ${command[0]} failed: ${stdout}${stderr}`)
}

/** Copies the calendar of a service's environment to an empty PostgreSQL database. Returns the environment of a service there. */
export async function calendarOnPostgres(
  env: Readonly<Record<string, string>>,
  url: string,
): Promise<Readonly<Record<string, string>>> {
  const [file, there] = [`${env.FASTI_DATA_DIR}.fasti`, { ...env, DATABASE_URL: url }]
  if (!existsSync(file)) await succeed(['backup', file], env)
  await succeed(['restore', file], there)
  return there
}

/** Creates a calendar of that many events in a folder, with as many changes to follow, or reuses the one there. Returns the service's environment. */
export async function calendarIn(folder: string, events: number): Promise<Readonly<Record<string, string>>> {
  const env = {
    FASTI_DATA_DIR: folder,
    FASTI_LANGUAGE: 'en',
    FASTI_CONTENT_LANGUAGES: LANGUAGES.join(),
    // As in the image and the unit.
    NODE_OPTIONS: '--max-semi-space-size=4',
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
  }
  if (existsSync(folder)) return env
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await succeed(['user', 'add', 'trial', '--role', 'administrator'], { FASTI_DATA_DIR: unfinished })
  const database = join(unfinished, 'fasti.db')
  await fillCalendar(database, events)
  await fillTranslations(database)
  await fillGroups(database)
  await fillSeries(database)
  await fillRevisions(database, events)
  await rename(unfinished, folder)
  return env
}
