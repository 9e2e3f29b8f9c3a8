/** The calendar that costs are measured on: generated once, with texts in three languages, groups, and a user, so that it is not in local mode. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillCalendar } from '../../bench/calendar.ts'
import { fillGroups } from '../../bench/cases/groups.ts'
import { fillTranslations, LANGUAGES } from '../../bench/cases/languages.ts'
import { fillRevisions } from '../../bench/revisions.ts'
import { run } from '../../test/support/process.ts'

/** Creates a calendar of that many events in a folder, with as many changes to follow, or reuses the one there. Returns the service's environment. */
export async function calendarIn(folder: string, events: number): Promise<Readonly<Record<string, string>>> {
  const env = { FASTI_DATA_DIR: folder, FASTI_LANGUAGE: 'en', FASTI_CONTENT_LANGUAGES: LANGUAGES.join() }
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
