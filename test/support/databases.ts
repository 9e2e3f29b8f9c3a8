/**
 * One PostgreSQL server for the whole run of the tests: one of its own, or the one that `TEST_DATABASE_URL` names,
 * whose user must be allowed to create databases.
 */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { chosenDialects, leftOut } from './dialect-names.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server on which the tests create their databases; empty where PostgreSQL is left out. */
    postgresUrl: string
  }
}

/** Makes the server ready before the first test, and gives back how to stop it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const warning = leftOut()
  if (warning !== undefined) console.warn(warning)
  if (!chosenDialects().includes('postgres')) {
    project.provide('postgresUrl', '')
    return undefined
  }
  const given = process.env.TEST_DATABASE_URL
  const log: string[] = []
  try {
    const server = given
      ? { url: given, stop: async () => {} }
      : await startPostgres((text) => log.push(text))
    await reach(server.url)
    project.provide('postgresUrl', server.url)
    return server.stop
  } catch (cause) {
    throw new Error(`${notReady}\n${cause}\n${log.slice(-20).join('')}`, { cause })
  }
}

const notReady =
  'There is no PostgreSQL server for the tests. Name one with TEST_DATABASE_URL=postgres://…, ' +
  'or leave PostgreSQL out with FASTI_TEST_DIALECTS=sqlite. The cause:'

async function reach(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  await client.connect()
  await client.end()
}
