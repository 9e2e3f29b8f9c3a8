import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'

const NOW = '2027-01-15T12:00:00Z'
const AHEAD = '2027-02-01 12:00:00'
const LATER = '2027-03-01 12:00:00'
const PAST = '2026-12-01 12:00:00'
const sentStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const
const bodies: Readonly<Record<string, Json>> = {
  events: anEvent(),
  venues: { venue: 'V' },
  organizers: { organizer: 'O' },
}

/** For each sent status: the resulting status without a date, with a future date, and with a past date. */
const columns: Readonly<Record<string, readonly [string, string, string]>> = {
  publish: ['publish', 'future', 'publish'],
  future: ['publish', 'future', 'publish'],
  draft: ['draft', 'draft', 'draft'],
  pending: ['pending', 'pending', 'pending'],
  private: ['private', 'private', 'private'],
}
/** For each current status: how to bring an item into it. */
const rows: Readonly<Record<string, Json>> = {
  publish: {},
  future: { date_utc: AHEAD },
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
}

for (const { name } of anyDialects()) {
  describe(`the status table on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let contributor: Record<string, string>

    beforeAll(async () => {
      service = await testService(name)
      admin = (await service.user('administrator')).headers
      contributor = (await service.user('contributor')).headers
    })
    afterAll(() => service.close())

    // Venues and organizers get their status from the same code as events.
    const thirdOf = inRotation(3)

    for (const [collection, body] of Object.entries(bodies)) {
      const someOf = <T>(cases: readonly T[]) => (collection === 'events' ? cases : thirdOf(cases))
      const made = async (more: Json, headers = admin) => {
        const answer = await service.post(`/${collection}`, { ...body, ...more }, headers)
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        return answer.body
      }
      const patch = async (id: number, change: Json, headers = admin) => {
        const answer = await service.patch(`/${collection}/${id}`, change, headers)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer.body
      }
      const remove = (id: number, query = ''): Promise<Answered> =>
        service.remove(`/${collection}/${id}${query}`, admin)
      const trashed = async (more: Json, headers = admin) => {
        const item = await made(more, headers)
        expect((await remove(item.id)).body.status).toBe('trash')
        return item
      }

      it(`§4.3 ${collection}: a new item gets the status in its cell`, async () => {
        expect((await made({})).status).toBe('publish')
        for (const [sent, [plain, ahead, past]] of Object.entries(columns)) {
          expect((await made({ status: sent })).status, sent).toBe(plain)
          expect((await made({ status: sent, date_utc: AHEAD })).status, `${sent} ahead`).toBe(ahead)
          expect((await made({ status: sent, date_utc: PAST })).status, `${sent} past`).toBe(past)
        }
      })

      it(`§4.3 ${collection}: every status can change to every other`, async () => {
        for (const [now, more] of someOf(Object.entries(rows))) {
          for (const [sent, [, ahead, past]] of Object.entries(columns)) {
            const at = `${now} → ${sent}`
            const to = async (change: Json) => (await patch((await made(more)).id, change)).status
            // Sending the stored date again would count as absent.
            expect(await to({ status: sent, date_utc: LATER }), `${at} ahead`).toBe(ahead)
            expect(await to({ status: sent, date_utc: PAST }), `${at} past`).toBe(past)
            // A scheduled item keeps its date, unless it is published now.
            const kept = now === 'future' && sent === 'future' ? 'future' : past
            expect(await to({ status: sent }), at).toBe(kept)
          }
        }
      })

      it(`§4.3 ${collection}: DELETE moves to the trash, force deletes permanently, and trashed items are 410`, async () => {
        for (const [now, more] of someOf([...Object.entries(rows), ['trash', {}] as const])) {
          const start = () => (now === 'trash' ? trashed(more) : made(more))
          const one = await start()
          const plainly = await remove(one.id)
          const code = `${collection.slice(0, -1)}-is-in-trash`
          if (now === 'trash') expect([plainly.status, plainly.body.code]).toEqual([410, code])
          else
            expect([plainly.status, plainly.body.status, plainly.body.id], now).toEqual([
              200,
              'trash',
              one.id,
            ])
          const other = await start()
          const { status, body: answer } = await remove(other.id, '?force=true')
          expect([status, answer.deleted, answer.previous.id], now).toEqual([200, true, other.id])
          expect((await service.get(`/${collection}/${other.id}`, admin)).status, now).toBe(404)
        }
      })

      it(`§4.3 ${collection}: an item is restored from the trash with every status, and gets its slug back`, async () => {
        for (const [sent, [, ahead, past]] of someOf(Object.entries(columns))) {
          const one = await trashed({ slug: `Back ${collection} ${sent}` })
          expect((await patch(one.id, { phone: '1', excerpt: 'x' })).status, 'without a status').toBe('trash')
          expect(await patch(one.id, { status: sent, date_utc: PAST })).toMatchObject({
            status: past,
            slug: one.slug,
          })
          const other = await trashed({})
          expect((await patch(other.id, { status: sent, date_utc: AHEAD })).status, sent).toBe(ahead)
        }
      })

      it(`§4.3 ${collection}: restoring an item appends a number to its slug if the slug was taken in the meantime`, async () => {
        const one = await trashed({ slug: `taken-${collection}` })
        const two = await made({ slug: `taken-${collection}` })
        expect(two.slug).toBe(`taken-${collection}`)
        expect((await service.get(`/${collection}/${one.id}`, admin)).body.slug).toBe(two.slug)
        expect((await patch(one.id, { status: 'publish' })).slug).toBe(`taken-${collection}-2`)
      })

      it(`§4.3 ${collection}: items that a contributor publishes wait for approval, on create, update and restore`, async () => {
        expect((await made({}, contributor)).status).toBe('draft')
        for (const sent of someOf(sentStatuses)) {
          const waits = sent === 'draft' ? 'draft' : 'pending'
          expect((await made({ status: sent }, contributor)).status, sent).toBe(waits)
          expect((await made({ status: sent, date_utc: AHEAD }, contributor)).status, sent).toBe(waits)
          const own = await made({}, contributor)
          expect((await patch(own.id, { status: sent }, contributor)).status, sent).toBe(waits)
          const back = await trashed({}, contributor)
          expect((await patch(back.id, { status: sent }, contributor)).status, sent).toBe(waits)
        }
      })

      it(`§4.3 ${collection}: a scheduled item becomes public at its date`, async () => {
        const one = await made({ date_utc: '2027-01-15 13:00:00' })
        const seen = async () => (await service.get(`/${collection}/${one.id}`)).body.status
        const listed = async () => (await service.get(`/${collection}?include=${one.id}`)).body.total
        expect([one.status, await seen(), await listed()]).toEqual(['future', undefined, 0])
        service.at('2027-01-15T13:00:00Z')
        expect([await seen(), await listed()]).toEqual(['publish', 1])
        service.at(NOW)
      })

      it(`§4.3 ${collection}: date and date_utc decide between publish and future`, async () => {
        const { id } = await made({})
        expect(await patch(id, { date_utc: AHEAD })).toMatchObject({
          status: 'future',
          date: '2027-02-01 07:00:00',
        })
        expect(await patch(id, { status: 'publish' })).toMatchObject({
          status: 'publish',
          date_utc: '2027-01-15 12:00:00',
        })
        expect(await patch(id, { date: '2027-02-01 07:00:00' })).toMatchObject({
          status: 'future',
          date_utc: AHEAD,
        })
        expect(await patch(id, { date_utc: PAST })).toMatchObject({ status: 'publish', date_utc: PAST })
        const both = await service.patch(`/${collection}/${id}`, { date: AHEAD, date_utc: AHEAD }, admin)
        expect([both.status, Object.keys(both.body.data.params)]).toEqual([400, ['date_utc']])
        expect((await patch(id, { date: '2027-02-01 07:00:00', date_utc: AHEAD })).status).toBe('future')
      })

      it(`§4.3 ${collection}: a draft gets the time of its first publication as date, unless a date was set`, async () => {
        const fresh = await made({ status: 'draft' })
        const dated = await made({ status: 'draft', date_utc: PAST })
        service.at('2027-01-15T15:00:00Z')
        expect((await patch(fresh.id, { status: 'publish' })).date_utc).toBe('2027-01-15 15:00:00')
        expect((await patch(dated.id, { status: 'publish' })).date_utc).toBe(PAST)
        service.at('2027-01-15T16:00:00Z')
        await patch(fresh.id, { status: 'draft' })
        expect((await patch(fresh.id, { status: 'publish' })).date_utc).toBe('2027-01-15 15:00:00')
        service.at(NOW)
      })
    }
  })
}
