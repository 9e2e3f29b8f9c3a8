import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { because } from '../support/inside/api.ts'
import { type FetchFeed, importDueSubscriptions } from '../support/inside/exchange.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { FetchError, RetryLaterError, refusedStatusReason } from '../support/inside/media.ts'
import { commandActor } from '../support/inside/people.ts'
import type { NewCalendarSubscription, SubscriptionRunResult } from '../support/inside/store.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const address = 'https://user-feeds.example/private-token-1234/basic.ics'
const HOUR = 3600

const feedOf = (...uids: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...uids.flatMap((uid) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTART:20270504T180000Z',
      `SUMMARY:${uid}`,
      'CATEGORIES:Opera',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

for (const { name } of dialects) {
  describe(`subscriptions on ${name}`, () => {
    let service: TestService
    let now: Temporal.Instant
    /** The responses of the feed, and the requests that it received. */
    let answer: () => ReturnType<FetchFeed>
    let asked: unknown[]
    const is = (text: string) => {
      answer = async () => ({ text, etag: '"1"', lastModified: '' })
    }
    const moment = () => ({ now, zone: 'UTC' })
    const writer = () => ({ actor: commandActor, moment: moment() })
    const subscribe = (more: Partial<NewCalendarSubscription> = {}) =>
      service.store.subscriptions.add(
        { address, every_seconds: 6 * HOUR, categories: [], prunes: false, ...more },
        writer(),
      )
    /** Imports the feeds that are due after a number of hours. */
    const followed = async (hours: number): Promise<readonly SubscriptionRunResult[]> => {
      now = now.add({ hours })
      service.at(now.toString())
      const fetch: FetchFeed = (at, known) => {
        asked.push({ at, ...known })
        return answer()
      }
      const all: SubscriptionRunResult[] = []
      for await (const { settled } of importDueSubscriptions(fetch, importing(service, { now: moment })))
        all.push(settled)
      return all
    }
    const results = async (hours: number) => (await followed(hours)).map(({ result }) => result)
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?status=any&orderby=title')).body.events
    const titles = async () => (await events()).map(({ title }) => title)

    beforeEach(async () => {
      service = await testService(name)
      now = Temporal.Instant.from('2027-01-15T12:00:00Z')
      asked = []
    })
    afterEach(() => service.close())

    // What a feed is sent, when it is due and what is understood of it does not depend on the database.
    const once = it.runIf(isAny(name))

    it('import events, with only the host of the feed as their origin', async () => {
      is(feedOf('a', 'b'))
      await subscribe({ categories: ['Partners'] })
      expect(await results(0)).toEqual(['2 created, 0 updated, 0 unchanged, 0 removed, 0 refused'])
      const [first] = await events()
      expect(first?.global_id_lineage).toEqual([first?.global_id, 'user-feeds.example?uid=a'])
      expect((first?.categories as Json[] | undefined)?.map((one) => one.name)).toEqual(['Opera', 'Partners'])
      const audit: string[] = []
      for await (const row of service.store.audit(0)) audit.push(JSON.stringify(row))
      expect(audit.join()).toContain('user-feeds.example')
      expect(audit.join() + JSON.stringify(await events())).not.toContain('private-token')
    })

    it('are requested conditionally when they are due, and unconditionally after a week', async () => {
      is(feedOf('a'))
      await subscribe()
      await followed(0)
      answer = async () => ({ isUnchanged: true })
      expect([await results(5), await results(1)]).toEqual([[], ['not changed']])
      expect(asked).toEqual([
        { at: address, etag: '', lastModified: '' },
        { at: address, etag: '"1"', lastModified: '' },
      ])
      is(feedOf('a', 'b'))
      expect(await results(7 * 24)).toEqual(['1 created, 0 updated, 1 unchanged, 0 removed, 0 refused'])
      expect(asked.at(-1)).toEqual({ at: address, etag: '', lastModified: '' })
    })

    it('have the name of their calendar if it is one, and short titles of what was refused', async () => {
      const named = (title: string) =>
        feedOf('a').replace('BEGIN:VEVENT', `X-WR-CALNAME:${title}\r\nBEGIN:VEVENT`)
      const refused = `BEGIN:VEVENT\r\nUID:b\r\nSUMMARY:${'b'.repeat(5000)}\r\nEND:VEVENT\r\nEND:VCALENDAR`
      await subscribe()
      for (const title of ['Half\0 a name', 'Long'.repeat(100)]) {
        is(named(title))
        await followed(7 * 24)
        expect((await service.store.subscriptions.all())[0]?.name).toBe('')
      }
      is(named('<b>Opera</b>  house').replace('END:VCALENDAR', refused))
      await followed(7 * 24)
      const [first] = await service.store.subscriptions.all()
      expect([first?.name, first?.refusals.map(({ title }) => title.length)]).toEqual(['Opera house', [200]])
    })

    it('with an unreachable host fail alone: their error is not taken for an unreachable database', async () => {
      await subscribe()
      const gone = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      answer = () => Promise.reject(new Error('user-feeds.example was not found', { cause: gone }))
      expect(await results(0)).toEqual(['failed: user-feeds.example was not found'])
    })

    once(
      'that fail are requested at growing intervals of up to a day, and not before Retry-After',
      async () => {
        is(feedOf('a'))
        await subscribe()
        await followed(0)
        answer = () => Promise.reject(new Error('there was no response (ECONNREFUSED)'))
        expect(await results(6)).toEqual(['failed: there was no response (ECONNREFUSED)'])
        const waits: number[] = []
        for (let failure = 0; failure < 3; failure += 1) {
          const { next_utc, tried_utc } = (await followed(24))[0] ?? { next_utc: 0, tried_utc: 0 }
          waits.push((next_utc - tried_utc) / HOUR)
        }
        expect(waits).toEqual([24, 24, 24])
        is('not a calendar')
        const [unread] = await followed(24)
        expect([unread?.result, unread?.reason]).toEqual([
          'failed: This is not an iCalendar text.',
          'not_a_calendar',
        ])
        is(feedOf('a'))
        const [well] = await followed(24)
        expect([well?.failures, (well?.next_utc ?? 0) - (well?.tried_utc ?? 0)]).toEqual([0, 6 * HOUR])
        answer = () => Promise.reject(new RetryLaterError(refusedStatusReason(503, '200'), 20 * HOUR))
        const [busy] = await followed(6)
        expect([busy?.reason, busy?.values]).toEqual(['address_busy', { status: 503, wanted: '200' }])
        expect([busy?.failures, (busy?.next_utc ?? 0) - (busy?.tried_utc ?? 0)]).toEqual([1, 20 * HOUR])
        expect(await titles()).toEqual(['a'])
      },
    )

    it('keep the reason and its values with the result, without what addresses in them have that is secret', async () => {
      await subscribe()
      const kept = async () => {
        const [{ result, reason, values } = { result: '', reason: '', values: {} }] =
          await service.store.subscriptions.all()
        return [result, reason, values]
      }
      expect(await kept()).toEqual(['', '', {}])
      is(feedOf('a'))
      await followed(0)
      const counts = { created: 1, updated: 0, unchanged: 0, removed: 0, refused: 0 }
      expect((await kept()).slice(1)).toEqual(['calendar_read', counts])
      answer = async () => ({ isUnchanged: true })
      await followed(6)
      expect(await kept()).toEqual(['not changed', 'calendar_unchanged', {}])
      answer = () => Promise.reject(new FetchError(because('address_invalid', { address })))
      await followed(6)
      const [result, reason, values] = await kept()
      expect([result, reason]).toEqual([expect.stringContaining('is not a valid address'), 'address_invalid'])
      expect(JSON.stringify([result, values])).not.toContain('1234')
    })

    it('leave events unchanged that a feed no longer has, and all events when they are removed', async () => {
      is(feedOf('a', 'b'))
      await subscribe()
      await followed(0)
      is(feedOf('b'))
      expect(await results(6)).toEqual(['0 created, 0 updated, 1 unchanged, 0 removed, 0 refused'])
      await service.store.subscriptions.remove(1, writer())
      expect(await titles()).toEqual(['a', 'b'])
    })

    it('with pruning move events to the trash that a feed no longer has', async () => {
      is(feedOf('a', 'b'))
      await subscribe({ prunes: true })
      await followed(0)
      is(feedOf('b'))
      expect(await results(6)).toEqual(['0 created, 0 updated, 1 unchanged, 1 removed, 0 refused'])
      is(feedOf())
      expect(await results(6)).toEqual(['0 created, 0 updated, 0 unchanged, 0 removed, 0 refused'])
      expect(await titles()).toEqual(['b'])
    })

    it('never change events that were created here, even with the same UID', async () => {
      await service.post('/events', anEvent({ title: 'own' }))
      const ics = String((await service.get('/events/1.ics')).body)
      const uid = /UID:(\S+)/.exec(ics)?.[1] ?? ''
      is(feedOf(uid))
      await subscribe()
      expect(await results(0)).toEqual([
        expect.stringMatching(/^failed: .*1 refused: line 2: .*was made here/),
      ])
      expect(await titles()).toEqual(['own'])
    })

    const counted = (counts: string) => `0 created, ${counts}, 0 refused`

    it('take over the events of a file, and events that were imported from another URL', async () => {
      await importCalendar(feedOf('a'), { name: 'a.ics', isConfined: false }, importing(service))
      is(feedOf('a').replace('SUMMARY:a', 'SUMMARY:a2'))
      await subscribe({ prunes: true })
      expect(await results(0)).toEqual([counted('1 updated, 0 unchanged, 0 removed')])
      await service.store.subscriptions.remove(1, writer())
      is(feedOf('a').replace('SUMMARY:a', 'SUMMARY:a3'))
      await subscribe({ address: 'https://moved.example/b.ics', prunes: true })
      expect(await results(0)).toEqual([counted('1 updated, 0 unchanged, 0 removed')])
      expect(await titles()).toEqual(['a3'])
      is(feedOf('b'))
      expect(await results(6)).toEqual(['1 created, 0 updated, 0 unchanged, 1 removed, 0 refused'])
    })

    it('can share an event: it follows the older one, and stays until none contains it', async () => {
      is(feedOf('a', 'b'))
      await subscribe({ prunes: true })
      await followed(0)
      is(feedOf('a', 'c').replace('SUMMARY:a', 'SUMMARY:other'))
      const second = await subscribe({ address: 'https://second.example/b.ics', prunes: true })
      expect(await results(0)).toEqual(['1 created, 0 updated, 1 unchanged, 0 removed, 0 refused'])
      expect(await titles()).toEqual(['a', 'b', 'c'])
      await service.store.subscriptions.change(second ?? 0, { every_seconds: 12 * HOUR }, writer())
      is(feedOf('b'))
      expect(await results(6)).toEqual([counted('0 updated, 1 unchanged, 0 removed')])
      expect(await titles()).toEqual(['a', 'b', 'c'])
      await service.store.subscriptions.remove(1, writer())
      is(feedOf('a', 'c').replace('SUMMARY:a', 'SUMMARY:other'))
      expect(await results(6)).toEqual([counted('1 updated, 1 unchanged, 0 removed')])
      is(feedOf('c'))
      expect(await results(12)).toEqual([counted('0 updated, 1 unchanged, 1 removed')])
      expect(await titles()).toEqual(['b', 'c'])
    })

    once('fail and store no ETag if the calendar is cut off, or none of it can be read', async () => {
      const whole = feedOf('a', 'b')
      is(whole.slice(0, whole.lastIndexOf('BEGIN:VEVENT') + 20))
      await subscribe({ prunes: true })
      const [cut] = await followed(0)
      expect(cut).toMatchObject({ failures: 1, etag: '', read_utc: null })
      expect(cut?.result).toMatch(/^failed: the calendar is cut off/)
      expect(await titles()).toEqual([])
      is('BEGIN:VCALENDAR\r\nnonsense\r\nEND:VCALENDAR\r\n')
      expect(await results(24)).toEqual(['failed: no event could be read: line 2: it is not a content line'])
    })

    /** A feed that heeds If-None-Match, and the ETag of its text. */
    const serves = (text: string) => {
      answer = async () => {
        const { etag } = asked.at(-1) as { readonly etag: string }
        return etag === `"${text.length}"`
          ? { isUnchanged: true }
          : { text, etag: `"${text.length}"`, lastModified: '' }
      }
    }
    const bodyless = feedOf().replace('END:VCALENDAR', '')
    const unreadable: Readonly<Record<string, string>> = {
      'has a date that is none': `${bodyless}BEGIN:VEVENT\r\nUID:x\r\nDTSTART:never\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      'has a date that is none, under a known UID': `${bodyless}BEGIN:VEVENT\r\nUID:a\r\nDTSTART:never\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      'has no date': `${bodyless}BEGIN:VEVENT\r\nUID:x\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      'has no UID': feedOf('x').replace('UID:x\r\n', ''),
      'has no UID and no date': `${bodyless}BEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    }
    for (const [what, text] of Object.entries(unreadable))
      once(
        `remove nothing if the only event of the feed ${what}, and read the feed again when it is good`,
        async () => {
          serves(feedOf('a', 'b', 'c'))
          await subscribe({ prunes: true })
          await followed(0)
          serves(text)
          await followed(6)
          expect((await titles()).filter((title) => title !== 'x')).toEqual(['a', 'b', 'c'])
          serves(feedOf('a', 'b', 'c'))
          expect((await results(24))[0]).toContain('3 unchanged')
        },
      )

    once(
      'undo what a cut text changed as soon as the feed is whole again, with its ETag of before',
      async () => {
        const whole = feedOf('a', 'b')
        serves(whole)
        await subscribe({ prunes: true })
        await followed(0)
        const moved = whole.replace('20270504', '20270611')
        serves(moved.slice(0, moved.indexOf('UID:b')))
        expect(await results(6)).toEqual([
          expect.stringMatching(/^failed: the calendar is cut off.* 1 updated/),
        ])
        serves(whole)
        expect(await results(24)).toEqual([counted('1 updated, 1 unchanged, 0 removed')])
        expect((await events()).map(({ start_date }) => String(start_date).slice(0, 10))).toEqual([
          '2027-05-04',
          '2027-05-04',
        ])
      },
    )

    once('read the feed again after a process that ended while it imported', async () => {
      serves(feedOf('a'))
      await subscribe()
      await followed(0)
      const changed = feedOf('a').replace('SUMMARY:a', 'SUMMARY:changed')
      serves(changed)
      now = now.add({ hours: 6 })
      const ends = importing(service, {
        now: moment,
        isFatal: () => true,
        onProgress: () => {
          throw new Error('the process ends')
        },
      })
      const run = importDueSubscriptions((at, known) => {
        asked.push({ at, ...known })
        return answer()
      }, ends)
      await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow('the process ends')
      expect(await titles()).toEqual(['changed'])
      serves(feedOf('a'))
      expect(await results(6)).toEqual([counted('1 updated, 0 unchanged, 0 removed')])
    })

    it('leave what is past when the feed rolls on', async () => {
      is(feedOf('a', 'b').replace('20270504', '20270301'))
      await subscribe({ prunes: true })
      await followed(0)
      now = Temporal.Instant.from('2027-04-01T12:00:00Z')
      is(feedOf('b'))
      expect(await results(0)).toEqual([counted('0 updated, 1 unchanged, 0 removed')])
      is(feedOf('c'))
      expect(await results(6)).toEqual(['1 created, 0 updated, 0 unchanged, 1 removed, 0 refused'])
      is(feedOf('a', 'c').replace('20270504', '20270301'))
      expect(await results(6)).toEqual([counted('0 updated, 2 unchanged, 0 removed')])
    })

    it('keep their events when their URL changes, and request the new URL at once and unconditionally', async () => {
      is(feedOf('a', 'b'))
      await subscribe({ prunes: true })
      await followed(0)
      const moved = 'https://moved.example/b.ics'
      const change = (changes: Partial<NewCalendarSubscription>) =>
        service.store.subscriptions.change(1, changes, writer())
      expect(await change({ address: moved, categories: ['Partners'] })).toBe('done')
      is(feedOf('b'))
      expect(await results(0)).toEqual([counted('1 updated, 0 unchanged, 1 removed')])
      expect(asked.at(-1)).toEqual({ at: moved, etag: '', lastModified: '' })
      await subscribe({ address: 'https://third.example/c.ics' })
      expect(await change({ address: 'https://third.example/c.ics' })).toBe('taken')
      await service.store.subscriptions.take(moment(), 1800, 1)
      expect(await change({ prunes: false })).toBe('busy')
      expect(await change({ every_seconds: HOUR })).toBe('done')
    })

    once('send their login only to the feed, and never show it', async () => {
      const logins: string[] = []
      is(feedOf('a'))
      const fetch: FetchFeed = (at, _known, login) => {
        logins.push(login)
        return at.includes('bad') ? Promise.reject(new Error(`${at} is odd`)) : answer()
      }
      await subscribe({ login: 'bea:secret' })
      for await (const { settled } of importDueSubscriptions(fetch, importing(service, { now: moment })))
        expect(settled.failures).toBe(0)
      expect(logins).toEqual(['bea:secret'])
      const [one] = await service.store.subscriptions.all()
      expect([one?.has_login, JSON.stringify(one).includes('secret')]).toEqual([true, false])
      await service.store.subscriptions.change(1, { address: 'https://h.example/bad?key=hush' }, writer())
      for await (const { settled } of importDueSubscriptions(fetch, importing(service, { now: moment })))
        expect(settled.result).toBe('failed: https://h.example/bad?key=*** is odd')
    })

    it('are imported by one process at a time, and again if that process does not finish', async () => {
      const { subscriptions } = service.store
      await subscribe()
      const taken = await Promise.all([1, 2, 3, 4].map(() => subscriptions.take(moment(), 1800)))
      expect(taken.filter((one) => one !== undefined)).toHaveLength(1)
      expect(await subscriptions.take(moment(), 1800, 1)).toBeUndefined()
      now = now.add({ seconds: 1800 })
      expect(await subscriptions.take(moment(), 1800)).toMatchObject({ id: 1, address })
    })

    it('have unique URLs', async () => {
      expect([await subscribe(), await subscribe()]).toEqual([1, undefined])
      expect(await service.store.subscriptions.remove(1, writer())).toBe(true)
      expect(await service.store.subscriptions.remove(1, writer())).toBe(false)
    })
  })
}
