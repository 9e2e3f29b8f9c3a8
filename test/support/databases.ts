/**
 * One PostgreSQL server for the whole run of the tests: one of its own, or the one that `TEST_DATABASE_URL` names,
 * whose user must be allowed to create databases.
 */
import { randomBytes } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/store/open.ts'
import { chosenDialects } from './dialect-names.ts'
import { onServer } from './on-server.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server on which the tests create their databases; empty where PostgreSQL is left out. */
    postgresUrl: string
    /** The database there that fresh ones are copied from: migrated, and empty. */
    postgresTemplate: string
  }
}

/** Makes the server ready before the first test, and gives back how to stop it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!chosenDialects().includes('postgres')) {
    project.provide('postgresUrl', '')
    project.provide('postgresTemplate', '')
    return undefined
  }
  const given = process.env.TEST_DATABASE_URL
  const log: string[] = []
  try {
    const server = given
      ? { url: given, stop: async () => {} }
      : await startPostgres((text) => log.push(text))
    const template = await migrated(server.url)
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

/** A database with all tables and no rows: to copy it takes a tenth of the time of the migrations. */
async function migrated(server: string): Promise<string> {
  const name = `fasti_template_${randomBytes(8).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await onServer(server, `create database ${name} template template0`)
  const store = await openStore(url.href, { now: Temporal.Instant.fromEpochMilliseconds(0), zone: 'UTC' })
  await store.close()
  return name
}
