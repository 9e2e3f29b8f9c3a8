/** Titles and other plain texts that were stored before tags were removed from them (contract §1). */
import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { commandLine } from '../../src/actions/policy.ts'
import { derivedFaults } from '../../src/actions/writing/derived-columns.ts'
import { libraryOf } from '../../src/media/library.ts'
import { faultsOf } from '../../src/store/check/check.ts'
import { connect } from '../../src/store/database/dialects.ts'
import { raw, sql } from '../../src/store/database/sql.ts'
import { dialects, freshSqliteFile } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, testService } from '../support/service.ts'

const evil = '<img src=x onerror=alert(1)//'

/** Texts that an older version stored. */
const before = [
  sql`update events set title = ${`Concert ${evil}`}, cost = ${JSON.stringify(['5 €', `10 € <b`])},
    tickets = replace(tickets, 'Stalls', ${`Stalls ${evil}`}), custom_fields = replace(custom_fields, 'Loud', ${`Loud ${evil}`})
    where id = 1`,
  sql`update events set title = ${evil} where id = 2`,
  sql`update series set title = ${`Yoga ${evil}`}, pattern = replace(pattern, '"Mat"', ${`"Mat ${evil}"`})`,
  sql`update venues set name = ${`Hall ${evil}`}, city = ${`Turin<svg onload=alert(1)`}`,
  sql`update organizers set name = ${`Club ${evil}`}, phone = ${`1<a`}`,
  sql`update categories set name = ${`Music ${evil}`}`,
  sql`update tags set name = ${`Loud ${evil}`}`,
  sql`update media set title = ${`Poster ${evil}`}, alt_text = ${`A\nposter ${evil}`}`,
  raw(`delete from migrations where name = '024-plain-texts'`),
]

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const dialect of dialects) {
  it(`§1 older texts lose their tags, as new versions for caches and other programs, on ${dialect.name}`, async () => {
    const { url, drop } = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
    const env = { DATABASE_URL: url, FASTI_DATA_DIR: await scratch('fasti-texts-') }
    const old = await testService(dialect.name, env)
    await old.ask('POST', '/media', png, {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="poster.png"',
    })
    const more = {
      title: 'Concert',
      cost: ['5 €', '10 €'],
      tickets: [{ name: 'Stalls', price: 5, currency: 'EUR' }],
      custom_fields: { sound: { label: 'Sound', value: 'Loud' } },
      venue: { venue: 'Hall', city: 'Turin' },
      organizer: { organizer: 'Club', phone: '1' },
      categories: ['Music'],
      tags: ['Loud'],
      description: '<p>With <b>bold</b> letters</p>',
    }
    expect((await old.post('/events', anEvent(more))).status).toBe(201)
    await old.post('/events', anEvent({ title: 'Nothing else' }))
    await old.post('/events', anEvent({ title: '1 < 2', description: '<p>1 &lt; 2</p>' }))
    const field = { custom_fields: { needs: { label: 'Needs', value: 'Mat' } } }
    await old.post('/events', anEvent({ title: 'Yoga', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3', ...field }))
    const [untouched] = [await old.get('/events/3')]
    const since = (await old.get('/changes')).body.next_since
    await old.close()
    const connection = await connect(url)
    for (const statement of before) await statement.execute(connection.writer)
    await connection.close()

    const service = await testService(dialect.name, env)
    service.at('2027-02-01T12:00:00Z')
    const [first, second, third] = await Promise.all([1, 2, 3].map((id) => service.get(`/events/${id}`)))
    expect(first?.body).toMatchObject({
      title: 'Concert',
      cost: '5 € – 10 €',
      tickets: [{ name: 'Stalls' }],
      custom_fields: { sound: { label: 'Sound', value: 'Loud' } },
      venue: { venue: 'Hall', city: 'Turin' },
      organizer: [{ organizer: 'Club', phone: '1' }],
      categories: [{ name: 'Music' }],
      tags: [{ name: 'Loud' }],
      description: '<p>With <b>bold</b> letters</p>',
    })
    expect(first?.headers.etag).toMatch(/^"v2-/)
    expect(second?.body.title).toBe('img src=x onerror=alert(1)//')
    expect(third?.body).toEqual(untouched.body)
    expect((await service.get('/media/1')).body).toMatchObject({ title: 'Poster', alt_text: 'A\nposter' })
    expect((await service.get('/series/1')).body.title).toBe('Yoga')
    await service.patch('/series/1', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
    const made = (await service.get('/events?series=1&start_date=2027-01-01')).body.events as Json[]
    expect(made.map(({ title, custom_fields }) => [title, custom_fields])).toEqual(
      Array(4).fill(['Yoga', { needs: { label: 'Needs', value: 'Mat' } }]),
    )
    expect((await service.get('/events?search=onerror&start_date=2027-01-01')).body.total).toBe(1)
    const { changes } = (await service.get(`/changes?since=${since}`)).body
    const named = (changes as Json[]).map(({ resource, id, action }) => `${resource} ${id} ${action}`)
    expect(named).toEqual(
      expect.arrayContaining([
        ...['event 1 updated', 'event 2 updated', 'venue 1 updated', 'organizer 1 updated'],
        ...['category 1 updated', 'tag 1 updated', 'media 1 updated'],
      ]),
    )
    expect(named).not.toContain('event 3 updated')
    const images = libraryOf({ dataDir: '/nowhere', imageHosts: [] })
    const context = { moment, actor: commandLine, currency: undefined, images, store: service.store }
    expect(await derivedFaults(context)).toEqual([])
    await service.close()
    await rm(env.FASTI_DATA_DIR, { recursive: true })
    expect(await faultsOf(url)).toEqual([])
    await drop()
  })
}
