import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, type OpenDatabase } from '../../src/store/database/dialects.ts'
import { sql } from '../../src/store/database/sql.ts'
import type { Store } from '../../src/store/store.ts'
import type { SessionTable } from '../../src/store/tables/accounts.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { openStore } from '../support/inside/store.ts'

const START = Temporal.Instant.from('2027-01-15T12:00:00Z')
const at = (days: number) => ({ now: START.add({ hours: 24 * days }), zone: 'UTC' })

for (const { name, freshUrl } of dialects) {
  describe(`sessions stored on ${name}`, () => {
    let database: FreshDatabase
    let store: Store
    let connection: OpenDatabase

    const kept = () => sql<SessionTable>`select * from sessions order by id`.rows(connection.reader)

    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      store = await openStore(database.url, at(0))
      connection = await connectDatabase(database.url)
      await store.accounts.addUser('erna', 'editor', at(0), { password: 'a hash' })
    })
    afterAll(async () => {
      await connection.close()
      await store.close()
      await database.drop()
    })

    it('contain only the hash of their secret', async () => {
      const session = await store.sessions.begin('erna', 'a hash', at(0))
      const rows = await kept()
      expect([rows.length, session?.secret.length]).toEqual([1, 43])
      expect(JSON.stringify(rows)).not.toContain(session?.secret)
      expect(await store.sessions.held(session?.secret ?? '', at(0))).toMatchObject({ login: 'erna' })
      expect(await store.sessions.held(rows[0]?.hash ?? '', at(0))).toBeUndefined()
    })

    it('begin only if the password is still the one that was compared', async () => {
      expect(await store.sessions.passwordOf('Erna')).toBe('a hash')
      expect(await store.sessions.begin('erna', 'an older hash', at(0))).toBeUndefined()
      expect(await store.sessions.begin('nobody', 'a hash', at(0))).toBeUndefined()
      expect(await kept()).toHaveLength(1)
    })

    it('never outlive a concurrent change of the password', async () => {
      await store.accounts.addUser('otto', 'editor', at(0), { password: 'hash 0' })
      for (let round = 0; round < 15; round += 1) {
        const [session] = await Promise.all([
          store.sessions.begin('otto', `hash ${round}`, at(0)),
          store.accounts.setPassword('otto', `hash ${round + 1}`, at(0)),
        ])
        expect(await store.sessions.held(session?.secret ?? '', at(0)), `${round}`).toBeUndefined()
      }
      expect(await kept()).toHaveLength(1)
    })

    it('are deleted after they have expired, when a user signs in', async () => {
      await store.sessions.begin('erna', 'a hash', at(10))
      expect(await kept()).toHaveLength(2)
      await store.sessions.begin('erna', 'a hash', at(14))
      expect((await kept()).map(({ created_utc }) => created_utc)).toEqual(
        [10, 14].map((days) => at(days).now.epochMilliseconds / 1000),
      )
    })

    it('are recorded in the audit when a change of the password ends them', async () => {
      await store.accounts.setPassword('erna', 'a new hash', at(14))
      expect(await kept()).toEqual([])
      expect(await store.accounts.setPassword('nobody', 'a hash', at(14))).toBe(false)
      const rows = []
      for await (const { verb, resource, title } of store.audit(0)) rows.push([verb, resource, title])
      expect(rows.at(-1)).toEqual(['update', 'user', 'erna: password'])
      expect(JSON.stringify(rows)).not.toContain('hash')
    })
  })
}
