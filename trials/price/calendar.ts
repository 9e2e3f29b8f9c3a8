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
    for (const language of OTHERS) {
      const key = `'${language}:' || id`
      db.exec(
        `insert into long_texts (hash, is_searched, text) select ${key}, 1, lower(${textOf(language)}) from events`,
      )
      db.exec(`insert into translated_texts (item_table, item_id, language, field, text_id)
        select 'events', events.id, '${language}', 'title', long_texts.id from events join long_texts on hash = '${language}:' || events.id`)
    }
    db.exec('update revision set value = value + 1')
    db.exec('commit')
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

/** Creates a calendar of that many events in a folder, with as many changes to follow, or reuses the one there. Returns the service's environment. */
export async function calendarIn(folder: string, events: number): Promise<Readonly<Record<string, string>>> {
  const env = {
    FASTI_DATA_DIR: folder,
    FASTI_LANGUAGE: 'en',
    FASTI_CONTENT_LANGUAGES: LANGUAGES.join(),
    // As in the image and the unit.
    NODE_OPTIONS: '--max-semi-space-size=16',
  }
  if (existsSync(folder)) return env
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const { code, stderr } = await run(['user', 'add', 'trial', '--role', 'administrator'], {
    FASTI_DATA_DIR: unfinished,
  })
  if (code !== 0) throw new Error(`the calendar could not be created: ${stderr}`)
  const database = join(unfinished, 'fasti.db')
  await fillCalendar(database, events)
  await fillTranslations(database)
  await fillGroups(database)
  await fillRevisions(database, events)
  await rename(unfinished, folder)
  return env
}
