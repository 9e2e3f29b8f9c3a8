/**
 * The databases that tests copy, migrated once for the whole run: a SQLite file, and one on a PostgreSQL server. The server is
 * started for the run, or the one at `TEST_DATABASE_URL`, whose user must be allowed to create databases.
 */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { TestProject } from 'vitest/node'
import { chosenDialects } from './dialect-names.ts'
import { openStore } from './inside/store.ts'
import { onDatabase } from './on-database.ts'
import { onServer } from './on-server.ts'
import { startPostgres } from './postgres-server.ts'
import { hasMemoryFolder, scratch } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The SQLite file from which fresh ones are copied: migrated, without rows. "" if copies would be written to a disk. */
    sqliteTemplate: string
    /** The server on which the tests create their databases; "" without PostgreSQL. */
    postgresUrl: string
    /** The database there from which fresh ones are copied: migrated, and empty. */
    postgresTemplate: string
  }
}

/** Prepares the databases before the first test. Returns the function that removes them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removals = [await setUpSqlite(project), await setUpPostgres(project)]
  return async () => {
    for (const remove of removals) await remove()
  }
}

async function setUpSqlite(project: TestProject): Promise<() => Promise<void>> {
  if (!(await hasMemoryFolder())) {
    project.provide('sqliteTemplate', '')
    return async () => {}
  }
  const folder = await scratch('fasti-template-')
  const file = join(folder, 'fasti.db')
  await migrate(`sqlite:${file}`)
  // Copies of the file alone are complete, and need not read a log when they are opened.
  await onDatabase(`sqlite:${file}`, 'pragma wal_checkpoint(truncate)')
  project.provide('sqliteTemplate', file)
  return () => rm(folder, { recursive: true, force: true })
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  if (!chosenDialects().includes('postgres')) {
    project.provide('postgresUrl', '')
    project.provide('postgresTemplate', '')
    return async () => {}
  }
  const given = process.env.TEST_DATABASE_URL
  const log: string[] = []
  try {
    const server = given
      ? { url: given, stop: async () => {} }
      : await startPostgres((text) => log.push(text))
    const template = await postgresTemplate(server.url)
    project.provide('postgresUrl', server.url)
    project.provide('postgresTemplate', template)
    return async () => {
      await onServer(server.url, `drop database if exists ${template}`)
      await server.stop()
    }
  } catch (cause) {
    throw new Error(`${notReady}\n${cause}\n${log.slice(-20).join('')}`, { cause })
  }
}

const notReady =
  'There is no PostgreSQL server for the tests. Name one with TEST_DATABASE_URL=postgres://…, ' +
  'or leave PostgreSQL out with FASTI_TEST_DIALECTS=sqlite. The cause:'

/** Creates a database with all tables and no rows; copying it takes a tenth of the time of the migrations. Returns its name. */
async function postgresTemplate(server: string): Promise<string> {
  const name = `fasti_template_${randomBytes(8).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await onServer(server, `create database ${name} template template0`)
  await migrate(url.href)
  return name
}

async function migrate(url: string): Promise<void> {
  const store = await openStore(url, { now: Temporal.Instant.fromEpochMilliseconds(0), zone: 'UTC' })
  await store.close()
}
