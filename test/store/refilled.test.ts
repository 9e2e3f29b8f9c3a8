import { expect, it } from 'vitest'
import { dialects, freshSqliteFile } from '../support/dialects.ts'
import { almanacFollower, connectDatabase, type Db } from '../support/inside/store.ts'
import { anEvent, testService } from '../support/service.ts'

for (const { name, freshUrl } of dialects)
  it(`an almanac that is filled anew on ${name} is never without the links that lists in progress asked for`, async () => {
    const database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
    const service = await testService(name, { DATABASE_URL: database.url })
    const { headers } = await service.user('administrator')
    await service.post('/venues', { venue: 'Hall' }, headers)
    await service.post('/events', anEvent({ venue: 1 }), headers)
    const connection = await connectDatabase(database.url)
    const follower = almanacFollower()
    const seen: boolean[] = []
    const watching = (db: Db): Db => ({
      dialect: db.dialect,
      run(text, values) {
        seen.push(follower.almanac().isLinked)
        return db.run(text, values)
      },
    })
    await connection.reader.hold((db) => follower.follow(db, undefined, true))
    const linked = follower.almanac()
    follower.forget()
    await connection.reader.hold((db) => follower.follow(watching(db), undefined, true))
    expect(follower.almanac()).not.toBe(linked)
    expect(new Set([...seen, follower.almanac().isLinked])).toEqual(new Set([true]))
    for (const one of [service, connection]) await one.close()
    await database.drop()
  })
