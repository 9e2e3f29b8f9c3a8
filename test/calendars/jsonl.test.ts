import { describe, expect, it } from 'vitest'
import { anyDialects, dialects, targetsOf } from '../support/dialects.ts'
import type { ImportTally } from '../support/inside/exchange.ts'
import { LONGEST_EXPORT_LINE } from '../support/inside/formats.ts'
import { currentMoment } from '../support/inside/service.ts'
import type { Store } from '../support/inside/store.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const lines = (...bodies: readonly Json[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('')
const counts = ({ created, updated, unchanged, refused }: ImportTally) => [
  created,
  updated,
  unchanged,
  refused,
]

/** The service, whose writes fail the test when they are refused. */
function strict({ post, patch, remove }: TestService): Pick<TestService, 'post' | 'patch' | 'remove'> {
  const good = async (answer: Promise<Answered>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return answer
  }
  return {
    post: (...sent) => good(post(...sent)),
    patch: (...sent) => good(patch(...sent)),
    remove: (...sent) => good(remove(...sent)),
  }
}

const nobody = { moment: currentMoment({ zone: 'UTC' }), actor: { id: 0, login: '' } }

/** A calendar with every kind of data that an export contains. */
async function furnish(service: TestService): Promise<void> {
  const { post, patch, remove } = strict(service)
  const image = { width: 9, height: 9, filesize: 9, extension: 'png', mime_type: 'image/png' }
  const texts = { title: 'Poster', alt_text: '', credit: '', license: '', source_url: '', file: '2027-a.png' }
  const sizes = { thumbnail: { ...image, file: '2027-a-150.png' } }
  const row = {
    ...image,
    ...texts,
    sizes,
    version: 1,
    author: 0,
    date_utc: 1_800_000_000,
    modified_utc: 1_800_000_000,
    search_text: 'poster\n',
    slug: 'poster',
  }
  await service.store.write(nobody, (store) => store.put('media', undefined, row))
  await post('/categories', { name: 'Child first' })
  await post('/categories', { name: 'Root', description: '<p>A <b>root</b></p>', slug: 'the-root' })
  await patch('/categories/1', { parent: 2 })
  await post('/venues', {
    venue: 'Großer Saal',
    geo_lat: 48.25,
    geo_lng: 11,
    zip: '01234',
    stateprovince: 'BY',
    show_map: false,
  })
  await post('/venues', { venue: 'In the trash' })
  await remove('/venues/2')
  await post(
    '/events',
    anEvent({
      title: 'Child',
      venue: [1, { venue: 'Inline' }],
      organizer: { organizer: 'O', email: 'o@example.org' },
      categories: [1, 2],
      tags: ['b', 'a'],
    }),
  )
  await post(
    '/events',
    anEvent({
      title: 'Grüße 日本 "quoted" \\ back',
      description: '<p>x &amp; y</p>',
      excerpt: 'ex',
      cost: ['$10', '$20'],
      website: 'https://example.org/ä',
      timezone: 'Europe/Paris',
      featured: true,
      sticky: true,
      hide_from_listings: true,
      show_map: false,
      tickets: [{ name: 'T', price: '12.50', currency: 'EUR', valid_from: '2027-05-01 10:00:00' }],
      custom_fields: { colour: 'red', size: { label: 'Size', value: 3 }, 7: true },
    }),
  )
  await patch('/events/1', { post_parent: 2 })
  await patch('/events/2', { password: 'secret', image: 1 })
  await post(
    '/events',
    anEvent({
      title: 'Second hour',
      start_date: '2027-11-07T01:45:00-04:00',
      end_date: '2027-11-07T01:15:00-05:00',
    }),
  )
  await post(
    '/events',
    anEvent({ title: 'Draft', status: 'draft', all_day: true, date: '2020-01-01 00:00:00' }),
  )
  await post(
    '/events',
    anEvent({ title: 'Later', status: 'future', date: '2999-01-01 00:00:00', categories: [1] }),
  )
  await post('/events', anEvent({ title: 'Twin', slug: 'twin' }))
  await remove('/events/6')
  await post('/events', anEvent({ title: 'Twin', slug: 'twin', categories: [2] }))
  await post('/events', anEvent({ title: 'Gone' }))
  await remove('/events/8?force=true')
}

for (const { name } of dialects) {
  // How lines are read does not depend on the database.
  const once = it.runIf(anyDialects().some((one) => one.name === name))

  describe(`importing lines on ${name}`, () => {
    const within = (test: (service: TestService) => Promise<void>) => async () => {
      const service = await testService(name)
      try {
        await test(service)
      } finally {
        await service.close()
      }
    }

    it(
      'creates each event with its venues, organizers and terms, once',
      within(async ({ store, get }) => {
        const text = lines(
          anEvent({
            title: 'One',
            venue: { venue: 'Hall', city: 'Turin' },
            organizer: [{ organizer: 'O' }],
            categories: ['Music'],
          }),
          anEvent({
            title: 'Two',
            venue: { venue: 'Hall', city: 'Turin' },
            categories: ['music'],
            tags: ['t'],
          }),
        )
        expect(counts(await load(store, text))).toEqual([2, 0, 0, 0])
        const revision = await store.revision()
        expect(counts(await load(store, text))).toEqual([0, 0, 2, 0])
        expect(await store.revision(), 'an import that changes nothing writes nothing').toBe(revision)
        const { body } = await get('/events')
        expect(body.events.map(({ title, venue }: Json & { venue: Json }) => [title, venue.id])).toEqual([
          ['One', 1],
          ['Two', 1],
        ])
        expect((await get('/categories')).body.categories[0]).toMatchObject({ name: 'Music', count: 2 })
      }),
    )

    once(
      'knows a line again whatever the order of its members, and a repeated line',
      within(async ({ store }) => {
        const { title, ...rest } = anEvent()
        expect(counts(await load(store, lines({ title, ...rest }, { ...rest, title })))).toEqual([1, 0, 1, 0])
      }),
    )

    it(
      'imports a line again whose event was deleted for good, not one in the trash',
      within(async ({ store, remove }) => {
        await load(store, lines(anEvent({ title: 'A' }), anEvent({ title: 'B' })))
        await remove('/events/1')
        await remove('/events/2?force=true')
        expect(counts(await load(store, lines(anEvent({ title: 'A' }), anEvent({ title: 'B' }))))).toEqual([
          1, 0, 1, 0,
        ])
      }),
    )

    it(
      'refuses a line with its number and reason, leaves nothing of it, and goes on',
      within(async ({ store, get }) => {
        const text = lines(
          anEvent({ title: 'One' }),
          anEvent({ venue: { venue: 'Left behind?' }, categories: ['New'], organizer: [99] }),
          { title: 'No dates' },
          anEvent({ title: 'Four' }),
        )
        const tally = await load(store, text)
        expect(counts(tally)).toEqual([2, 0, 0, 2])
        expect(tally.refusals.map(({ line }) => line)).toEqual([2, 3])
        expect(tally.refusals[0]?.reason).toContain('organizer')
        expect(tally.refusals[1]?.reason).toContain('start_date, end_date')
        expect((await get('/venues')).body.total).toBe(0)
        expect((await get('/categories?hide_empty=false')).body.total).toBe(0)
      }),
    )

    it(
      'stores the links and counts of all lines, and finds what an earlier line created',
      within(async ({ store, get }) => {
        const body = (title: string) =>
          anEvent({ title, venue: { venue: 'Hall' }, organizer: [{ organizer: 'Club' }], tags: ['a', 'b'] })
        const tag = {
          ...{ resource: 'tag', id: 99, global_id: 'elsewhere.org?id=99&type=tag', version: 1 },
          ...{ name: 'a', slug: 'a', description: 'Changed', modified_utc: '2026-01-01 00:00:00' },
        }
        const text = lines(body('One'), body('Two'), tag, body('Three'), body('One'))
        expect(counts(await load(store, text))).toEqual([3, 0, 2, 0])
        const { events } = (await get('/events')).body
        const linked = events.map((event: { venue: { id: number }; tags: { count: number }[] }) => [
          event.venue.id,
          event.tags.map(({ count }) => count),
        ])
        expect(linked).toEqual(Array(3).fill([1, [3, 3]]))
        expect((await get('/organizers')).body.total).toBe(1)
        expect(counts(await load(store, text))).toEqual([0, 0, 5, 0])
      }),
    )

    once(
      'stops at the first refused line when strict, and keeps those before it',
      within(async ({ store, get }) => {
        const tally = await load(
          store,
          lines(anEvent({ title: 'One' }), { title: 'x' }, anEvent({ title: 'Three' })),
          { isStrict: true },
        )
        expect(counts(tally)).toEqual([1, 0, 0, 1])
        expect((await get('/events')).body.total).toBe(1)
      }),
    )

    once(
      'reports what is no text, no JSON, too long or cut off, and skips what is empty',
      within(async ({ store }) => {
        const good = JSON.stringify(anEvent({ title: 'Good' }))
        const tally = await load(store, [
          '\ufeff',
          good,
          '\r\n\n   \n',
          Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
          'nonsense\n[1]\n"text"\n',
          `{"title":"${'x'.repeat(LONGEST_EXPORT_LINE)}"}`,
          '\n',
          `${'['.repeat(100_000)}\n`,
          `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`,
          '{"resource":"sponsor"}\n',
          good.slice(0, 20),
        ])
        expect(counts(tally)).toEqual([1, 0, 0, 9])
        expect(tally.refusals.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12])
        const reasons = tally.refusals.map(({ reason }) => reason)
        for (const [at, part] of [
          [0, 'UTF-8'],
          [1, 'not JSON'],
          [2, 'not a JSON object'],
          [4, 'longer'],
          [6, 'deep'],
          [7, 'resource'],
          [8, 'cut off'],
        ] as const)
          expect(reasons[at]).toContain(part)
        expect(tally.refusals.map(({ faults }) => faults.map(({ reason }) => reason))).toEqual([
          ['line_refused'],
          ...['line_not_json', 'line_not_an_object', 'line_not_an_object'].map((reason) => [reason]),
          ...['line_refused', 'line_not_json', 'line_too_deep'].map((reason) => [reason]),
          ['not_an_exported_resource'],
          ['line_cut_off'],
        ])
      }),
    )

    once(
      'takes a last line without a line break',
      within(async ({ store }) => {
        expect(counts(await load(store, JSON.stringify(anEvent())))).toEqual([1, 0, 0, 0])
      }),
    )

    once(
      'counts every refusal but keeps the first fifty',
      within(async ({ store }) => {
        const tally = await load(store, '{}\n'.repeat(130))
        expect([tally.refused, tally.refusals.length]).toEqual([130, 50])
      }),
    )

    it(
      'tries lines alone where a transaction fails as a whole',
      within(async ({ store, get }) => {
        let calls = 0
        const failing: Store = {
          ...store,
          write: (writer, act) => {
            calls += 1
            return calls === 1 ? Promise.reject(new Error('lost')) : store.write(writer, act)
          },
        }
        const sent = lines(anEvent({ title: 'A' }), anEvent({ title: 'B' }))
        expect(counts(await load(failing, sent))).toEqual([2, 0, 0, 0])
        expect((await get('/events')).body.total).toBe(2)
        await expect(
          load({ ...store, write: () => Promise.reject(new Error('lost')) }, lines(anEvent({ title: 'C' })), {
            isFatal: () => true,
          }),
        ).rejects.toThrow('lost')
      }),
    )
  })

  describe(`savepoints on ${name}`, () => {
    it('undo only the failed part, also when they are nested', async () => {
      const { store, close } = await testService(name)
      const tag = (key: string) => ({
        name: key,
        name_key: key,
        slug: key,
        description: '',
        count: 0,
        search_text: key,
        version: 1,
        modified_utc: 0,
        origins: [],
        language: '',
        translations: {},
        readable_in: '',
      })
      await store.write(nobody, async (inner) => {
        await inner.put('tag', undefined, tag('a'))
        await inner.attempt(async () => {
          await inner.put('tag', undefined, tag('b'))
          await expect(
            inner.attempt(() => inner.put('tag', undefined, { ...tag('a'), id: 1 })),
          ).rejects.toThrow()
        })
        await expect(
          inner.attempt(async () => {
            await inner.put('tag', undefined, tag('c'))
            throw new Error('no')
          }),
        ).rejects.toThrow('no')
        await inner.put('tag', undefined, tag('d'))
      })
      const names: string[] = []
      for await (const { slug } of store.all('tag')) names.push(slug)
      expect(names).toEqual(['a', 'b', 'd'])
      await close()
    })
  })

  describe(`an export from ${name}`, () => {
    for (const { name: other } of targetsOf(name)) {
      it(`that is imported into an empty ${other} and exported again is the same to the byte`, async () => {
        const [from, to, back] = await Promise.all([testService(name), testService(other), testService(name)])
        try {
          await furnish(from)
          const first = await dump(from.store)
          const total = first.split('\n').length - 1
          expect(counts(await load(to.store, first))).toEqual([total, 0, 0, 0])
          expect(await dump(to.store)).toBe(first)
          expect(counts(await load(to.store, first)), 'a second time').toEqual([0, 0, total, 0])
          await load(back.store, await dump(to.store))
          expect(await dump(back.store)).toBe(first)
          for (const path of [
            '/events?status=any&start_date=2000-01-01',
            '/categories?hide_empty=false',
            '/tags',
            '/venues?status=any,trash',
          ])
            expect((await to.get(path)).body, path).toEqual((await from.get(path)).body)
          const created = await to.post(
            '/events',
            anEvent({ title: 'Next', venue: { venue: 'Next' }, categories: ['Next'] }),
          )
          expect([created.status, created.body.id > 7, created.body.venue.id > 3]).toEqual([201, true, true])
        } finally {
          await Promise.all([from.close(), to.close(), back.close()])
        }
      })
    }

    it('that is imported into a calendar with other items gets new ids, and keeps its links and its origin', async () => {
      const [from, to] = await Promise.all([testService(name), testService(name)])
      try {
        await furnish(from)
        await to.post(
          '/events',
          anEvent({ title: 'Was here', venue: { venue: 'Was here' }, categories: ['Root', 'Other'] }),
        )
        const text = await dump(from.store, 'https://there.example')
        const total = text.split('\n').length - 1
        expect(counts(await load(to.store, text))).toEqual([total - 1, 0, 1, 0])
        const [child] = (await to.get('/events?search=Child&start_date=2000-01-01')).body.events
        expect(child.id).toBeGreaterThan(1)
        expect(child.global_id_lineage[1]).toBe('there.example?id=1')
        expect(child.venue.map(({ venue }: Json) => venue)).toEqual(['Großer Saal', 'Inline'])
        expect(child.categories.map(({ name: of }: Json) => of)).toEqual(['Child first', 'Root'])
        expect((await to.get(`/events/${child.post_parent}`)).body.title).toContain('Grüße')
        expect((await to.get('/events/1')).body.title).toBe('Was here')
        expect(counts(await load(to.store, text)), 'a second time').toEqual([0, 0, total, 0])
        await from.patch('/events/1', { title: 'Child, renamed', venue: [] })
        expect(counts(await load(to.store, await dump(from.store, 'https://there.example')))).toEqual([
          0,
          1,
          total - 1,
          0,
        ])
        expect((await to.get(`/events/${child.id}`)).body).toMatchObject({
          title: 'Child, renamed',
          venue: [],
        })
      } finally {
        await Promise.all([from.close(), to.close()])
      }
    })

    it('restores items that were changed or deleted since', async () => {
      const { store, post, patch, remove, get, close } = await testService(name)
      await post('/events', anEvent({ title: 'A', categories: ['C'] }))
      await post('/events', anEvent({ title: 'B', categories: ['C'] }))
      const text = await dump(store)
      await patch('/events/1', { title: 'Changed', categories: [] })
      await remove('/events/2?force=true')
      expect(counts(await load(store, text))).toEqual([1, 1, 1, 0])
      expect((await get('/events/1')).body).toMatchObject({ title: 'A', categories: [{ name: 'C' }] })
      expect((await get('/events/2')).body.title).toBe('B')
      expect((await get('/categories')).body.categories[0].count).toBe(2)
      await close()
    })

    it('never overwrites another item with the same URL and id', async () => {
      const [from, to] = await Promise.all([testService(name), testService(name)])
      await from.post('/events', anEvent({ title: 'Theirs' }))
      await to.post('/events', anEvent({ title: 'Ours' }))
      const text = await dump(from.store)
      expect(counts(await load(to.store, text))).toEqual([1, 0, 0, 0])
      expect(counts(await load(to.store, text))).toEqual([0, 0, 1, 0])
      expect((await to.get('/events')).body.events.map(({ title }: Json) => title)).toEqual([
        'Ours',
        'Theirs',
      ])
      await Promise.all([from.close(), to.close()])
    })

    it('is validated like a request', async () => {
      const { store, get, close } = await testService(name)
      const venue = {
        resource: 'venue',
        id: 1,
        global_id: 'x.example?id=1&type=venue',
        status: 'publish',
        date_utc: '2027-01-01 00:00:00',
      }
      const tally = await load(
        store,
        lines(
          { ...venue, venue: 'Fine', description: '<p>ok</p><script>no()</script>', slug: '../Etc' },
          { ...venue, venue: 'Bad', website: 'javascript:x' },
          { ...venue, venue: 'Other id', id: 2 },
          { ...venue, venue: 'Bad date', date_utc: '2027-02-30 00:00:00' },
          {
            resource: 'event',
            id: 1,
            global_id: 'x.example?id=1',
            status: 'publish',
            date_utc: '2027-01-01 00:00:00',
            ...anEvent(),
            venue: [7],
          },
        ),
      )
      expect(tally.refusals.map(({ line, reason }) => [line, reason.slice(0, 20)])).toEqual([
        [2, 'Not valid: website ('],
        [3, 'Not valid: global_id'],
        [4, 'Not valid: date_utc '],
        [5, 'Not valid: venue (ve'],
      ])
      expect((await get('/venues/1')).body).toMatchObject({ description: '<p>ok</p>', slug: 'etc' })
      await close()
    })
  })
}
