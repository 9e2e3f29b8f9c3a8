import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import type { AuditRow } from '../support/inside/store.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const NOW = Temporal.Instant.from('2027-01-15T12:00:00Z')
const NOON = NOW.epochMilliseconds / 1000

async function rowsSince(service: TestService, since = 0): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = []
  for await (const row of service.store.audit(since)) rows.push(row)
  return rows
}

/** Returns the audit rows that `act` writes. */
async function left(service: TestService, act: () => Promise<unknown>): Promise<readonly AuditRow[]> {
  const before = (await rowsSince(service)).length
  await act()
  return (await rowsSince(service)).slice(before)
}

const byCommand = { actor: { id: 0, login: '(command)' }, moment: { now: NOW, zone: 'UTC' } }

/** The columns of a tag. */
function aTag(name: string) {
  const row = {
    description: '',
    search_text: '',
    version: 1,
    modified_utc: NOON,
    origins: [],
    language: '',
    translations: {},
    readable_in: '',
    count: 0,
  }
  return { ...row, name, name_key: name, slug: name }
}

const short = (rows: readonly AuditRow[]) =>
  rows.map(({ login, verb, resource, title }) => `${login || '-'} ${verb} ${resource} ${title}`)

for (const { name } of dialects) {
  describe(`the audit on ${name}`, () => {
    let service: TestService
    let ada: { readonly id: number; readonly headers: Record<string, string> }

    beforeAll(async () => {
      service = await testService(name)
      ada = await service.user('administrator', 'ada')
    })
    afterAll(() => service.close())

    it('§5 records who did what to which item and when, for every write', async () => {
      const bodies: Readonly<Record<string, Json>> = {
        event: anEvent({ title: 'Fair' }),
        venue: { venue: 'Hall' },
        organizer: { organizer: 'Club' },
        category: { name: 'Music' },
        tag: { name: 'loud' },
      }
      const collections: Readonly<Record<string, string>> = { category: 'categories' }
      for (const [resource, body] of Object.entries(bodies)) {
        const path = `/${collections[resource] ?? `${resource}s`}`
        const isTerm = resource === 'category' || resource === 'tag'
        let id = 0
        const rows = await left(service, async () => {
          id = (await service.post(path, body, ada.headers)).body.id
          await service.patch(`${path}/${id}`, { description: 'new' }, ada.headers)
          await service.remove(`${path}/${id}`, ada.headers)
          if (!isTerm) await service.remove(`${path}/${id}?force=true`, ada.headers)
        })
        const title = Object.values(body)[0]
        const slug = String(title).toLowerCase()
        const verbs = ['create', 'update', ...(isTerm ? [] : ['trash']), 'delete']
        expect(rows.map(({ id: _, ...row }) => row)).toEqual(
          verbs.map((verb) => ({
            at_utc: NOON,
            user_id: ada.id,
            login: 'ada',
            display_name: 'ada',
            verb,
            resource,
            item_id: id,
            title,
            slug,
            fields: verb === 'update' ? ['description'] : [],
            touched: 1,
            via: '',
            revision: expect.any(Number),
            // Values go with the item.
            changes: {},
          })),
        )
      }
    })

    it('§5 records items that are created along with an event', async () => {
      const sent = anEvent({
        title: 'Whole',
        venue: { venue: 'New hall' },
        organizer: { organizer: 'New club' },
        tags: ['new'],
      })
      const rows = await left(service, () => service.post('/events', sent, ada.headers))
      expect(short(rows).sort()).toEqual([
        'ada create event Whole',
        'ada create organizer New club',
        'ada create tag new',
        'ada create venue New hall',
      ])
    })

    it('§5 lists the fields that an update changed, by their API names, and of secrets only the name', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'Named' }), ada.headers)
      const fields = async (path: string, changes: Json) =>
        (await left(service, () => service.patch(path, changes, ada.headers)))
          .flatMap((row) => row.fields)
          .sort()
      const path = `/events/${body.id}`
      expect(await fields(path, { title: 'Named', start_date: '2027-05-04 17:00', timezone: 'UTC' })).toEqual(
        ['start_date', 'timezone'],
      )
      expect(
        await fields(path, { venue: { venue: 'Named hall' }, tags: ['there'], password: 'sesame' }),
      ).toEqual(['password', 'tags', 'venue'])
      const hall = (await service.get('/venues/by-slug/named-hall')).body.id
      expect(await fields(`/venues/${hall}`, { venue: 'Another name', city: 'Turin' })).toEqual([
        'city',
        'venue',
      ])
      const rows = await left(service, () => service.patch(path, { status: 'draft', venue: [] }, ada.headers))
      expect(rows).toMatchObject([{ verb: 'update', fields: ['status', 'venue'] }])
      expect(JSON.stringify(await rowsSince(service))).not.toContain('sesame')
    })

    it('§5 records nothing that was refused, rolled back, replayed or without effect', async () => {
      const author = await service.user('author', 'bob')
      const key = { ...ada.headers, 'idempotency-key': 'once' }
      const { body } = await service.post('/events', anEvent({ title: 'Kept' }), key)
      const path = `/events/${body.id}`
      const rows = await left(service, async () => {
        await service.post('/events', anEvent({ title: 'Kept' }), key)
        await service.patch(path, {}, ada.headers)
        await service.patch(path, { title: 'Kept' }, ada.headers)
        await service.patch(path, { title: 'Taken over' }, author.headers)
        await service.patch(path, { title: '' }, ada.headers)
        await service.patch(path, { title: 'Late' }, { ...ada.headers, 'if-match': '"v99"' })
        await service.remove(path)
        await service.post('/events', anEvent({ venue: [{ venue: 'Undone' }, 999_999] }), ada.headers)
        await service.get(path)
      })
      expect(rows).toEqual([])
    })

    it('§5 keeps its rows after the item and the user are deleted', async () => {
      const eve = await service.user('editor', 'eve')
      const { body } = await service.post('/events', anEvent({ title: 'Gone' }), eve.headers)
      await service.remove(`/events/${body.id}?force=true`, eve.headers)
      await service.store.accounts.removeUser('eve', { now: NOW, zone: 'UTC' })
      const rows = (await rowsSince(service)).filter(
        ({ user_id, item_id }) => user_id === eve.id && item_id === body.id,
      )
      expect(short(rows)).toEqual(['eve create event Gone', 'eve delete event Gone'])
      expect((await service.get('/events', eve.headers)).status).toBe(401)
    })

    it('§5 starts at the given time, oldest first', async () => {
      service.at('2027-01-15T13:00:00Z')
      await service.post('/tags', { name: 'later' }, ada.headers)
      expect(short(await rowsSince(service, NOON + 3600))).toEqual(['ada create tag later'])
      const ids = (await rowsSince(service)).map(({ id }) => id)
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
      service.at('2027-01-15T12:00:00Z')
    })

    it('§5 records nothing that was rolled back within a write that continues', async () => {
      const rows = await left(service, () =>
        service.store.write(byCommand, async (store) => {
          const refused = store.attempt(async () => {
            await store.put('tag', undefined, aTag('undone'))
            throw new Error('refused')
          })
          await expect(refused).rejects.toThrow('refused')
          await store.put('tag', undefined, aTag('kept'))
        }),
      )
      expect(short(rows)).toEqual(['(command) create tag kept'])
    })

    it('§5 returns more rows than one batch', async () => {
      const rows = await left(service, () =>
        service.store.write(byCommand, async (store) => {
          for (let at = 0; at < 1100; at++) await store.put('tag', undefined, aTag(`t${at}`))
        }),
      )
      expect(new Set(rows.map(({ item_id }) => item_id)).size).toBe(1100)
    })

    it('§5 records no user in local mode', async () => {
      const alone = await testService(name)
      try {
        await alone.post('/tags', { name: 'mine' })
        const [row] = await rowsSince(alone)
        expect(row).toMatchObject({ user_id: 0, login: '', verb: 'create', resource: 'tag', title: 'mine' })
      } finally {
        await alone.close()
      }
    })
  })
}
