/** The databases that tests run on: `for (const dialect of dialects) describe(dialect.name, …)`. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import type { DialectName } from '../../src/store/database/dialects.ts'
import { chosenDialects, isLong } from './dialect-names.ts'
import { onServerAgain } from './on-server.ts'
import { runSeed } from './run-seed.ts'
import { scratch } from './scratch.ts'

/** A database for one test, without rows. */
export interface FreshDatabase {
  readonly url: string
  /** Removes the database and closes its open connections. */
  drop(): Promise<void>
}

/** A kind of database that tests run on. */
export interface TestDialect {
  readonly name: DialectName
  freshUrl(): Promise<FreshDatabase>
  /** Copies a database that nothing is connected to; on SQLite a file. */
  copyOf(url: string): Promise<FreshDatabase>
}

const every: readonly TestDialect[] = [
  { name: 'sqlite', freshUrl: freshSqlite, copyOf: copyOfFile },
  {
    name: 'postgres',
    freshUrl: freshPostgres,
    copyOf: (url) => copyOnServer(new URL(url).pathname.slice(1)),
  },
]

/** The dialects of this run. */
export const dialects = every.filter(({ name }) => chosenDialects().includes(name))

/**
 * Returns the dialects for suites that do not depend on the database: one, and all in a quarter of the test files, which turns with
 * the seed of the run; all in a long run.
 */
export function anyDialects(): readonly TestDialect[] {
  return isLong() || isOnAll(expect.getState().testPath ?? '') ? dialects : dialects.slice(0, 1)
}

/** Whether the tests of this file run on every database, although they do not depend on it: a quarter of all files. */
function isOnAll(file: string): boolean {
  const own = [...file.slice(file.lastIndexOf('/test/'))].reduce(
    (sum, letter) => sum + letter.charCodeAt(0),
    0,
  )
  return (own + runSeed()) % 4 === 0
}

/** Whether this is one of `anyDialects`: in suites on `dialects`, for the tests that do not depend on the database. */
export const isAny = (name: DialectName): boolean => anyDialects().some((one) => one.name === name)

/**
 * The dialects to which tests transfer what a database of this dialect has: the other one, so that each is written and read once; all
 * in a long run.
 */
export function targetsOf(name: DialectName): readonly TestDialect[] {
  const others = dialects.filter((one) => one.name !== name)
  return isLong() || others.length === 0 ? dialects : others
}

/** A SQLite database in memory, without tables. */
export const inMemory: FreshDatabase = { url: 'sqlite::memory:', drop: async () => {} }

/** The URL of a SQLite file that does not exist yet, in a folder of its own. */
export async function emptySqliteFile(): Promise<FreshDatabase> {
  const folder = await scratch('fasti-sqlite-')
  return {
    url: `sqlite:${join(folder, 'fasti.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

async function copyOfFile(url: string): Promise<FreshDatabase> {
  const copy = await emptySqliteFile()
  const [from, to] = [url, copy.url].map((one) => one.replace('sqlite:', ''))
  // Committed pages may still be in the write-ahead log.
  for (const end of ['', '-wal'])
    if (existsSync(`${from}${end}`)) await copyFile(`${from}${end}`, `${to}${end}`)
  return copy
}

/** A migrated SQLite file of its own, for several connections or processes. */
export async function freshSqliteFile(): Promise<FreshDatabase> {
  const template = inject('sqliteTemplate')
  return template === '' ? emptySqliteFile() : copyOfFile(template)
}

// A copied file takes a fifth of the time of migrating a database in memory, unless commits wait for a disk.
async function freshSqlite(): Promise<FreshDatabase> {
  return inject('sqliteTemplate') === '' ? inMemory : freshSqliteFile()
}

function freshPostgres(): Promise<FreshDatabase> {
  return copyOnServer(inject('postgresTemplate'))
}

async function copyOnServer(template: string): Promise<FreshDatabase> {
  const name = `fasti_test_${randomBytes(8).toString('hex')}`
  const server = inject('postgresUrl')
  const url = new URL(server)
  url.pathname = `/${name}`
  await onServerAgain(server, `create database ${name} template ${template} strategy file_copy`)
  return { url: url.href, drop: () => onServerAgain(server, `drop database if exists ${name} with (force)`) }
}
