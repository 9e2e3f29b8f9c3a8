/** Calendars whose UIDs name several events, in one file or in feeds of several hosts (contract §10.4). */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importDueSubscriptions } from '../support/inside/exchange.ts'
import { commandActor } from '../support/inside/people.ts'
import { leaveOut } from '../support/left-out.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const reports = resolve('../shared/data/reports')
const hasReports = existsSync(reports)
if (!hasReports) leaveOut(`Calendars of public reports: ${reports} is missing`)

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (uid: string, day: string, ...lines: readonly string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:202705${day}T180000Z`,
    'DURATION:PT1H',
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
const drop = (day: string, ...lines: readonly string[]) =>
  eventOf('drop-in', day, ...(lines.length > 0 ? lines : [`SUMMARY:Drop-in ${day}`]))

for (const { name: dialect } of anyDialects()) {
  describe(`events that share a UID on ${dialect}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let now: Temporal.Instant
    beforeEach(async () => {
      service = await testService(dialect, { FASTI_TIME_ZONE: 'Europe/Rome' })
      now = Temporal.Instant.from('2027-01-10T11:00:00Z')
      service.at(now.toString())
      admin = (await service.user('administrator', 'administrator')).headers
    })
    afterEach(() => service.close())

    const send = async (text: string, options = '') => {
      const headers = { ...admin, 'content-type': 'text/calendar; charset=utf-8' }
      const { status, body } = await service.ask('POST', `/import?source=a${options}`, text, headers)
      expect(status).toBe(200)
      const { created, updated, unchanged, removed, refused } = body
      return [created, updated, unchanged, removed, refused]
    }
    const shown = async (query = '') => {
      const { body } = await service.get(`/events?starts_after=2027-01-01&per_page=50${query}`, admin)
      return body.events.map(({ id, title, utc_start_date }: Json) => [
        id,
        title,
        String(utc_start_date).slice(5, 10),
      ])
    }
    const all = [drop('04'), drop('11'), drop('18')]

    it('are several events where they begin at different times, each found again', async () => {
      expect(await send(calendarOf(...all))).toEqual([3, 0, 0, 0, 0])
      const three = [
        [1, 'Drop-in 04', '05-04'],
        [2, 'Drop-in 11', '05-11'],
        [3, 'Drop-in 18', '05-18'],
      ]
      expect(await shown()).toEqual(three)
      expect(await send(calendarOf(...all))).toEqual([0, 0, 3, 0, 0])
      expect(await send(calendarOf(...all.toReversed()), '&prune=true')).toEqual([0, 0, 3, 0, 0])
      expect(await shown()).toEqual(three)
      expect(await send(calendarOf(...all).replace('Drop-in 11', 'Tea'))).toEqual([0, 1, 2, 0, 0])
      expect(await shown()).toEqual([three[0], [2, 'Tea', '05-11'], three[2]])
    })

    it('keep what they are when the first ones go, one moves, or the whole day counts', async () => {
      await send(calendarOf(...all))
      expect(await send(calendarOf(drop('11'), drop('18')), '&prune=true')).toEqual([0, 0, 2, 1, 0])
      expect(await send(calendarOf(drop('18')), '&prune=true')).toEqual([0, 0, 1, 1, 0])
      expect(await shown()).toEqual([[3, 'Drop-in 18', '05-18']])
      expect(await send(calendarOf(drop('25'), drop('18')), '&prune=true')).toEqual([0, 1, 1, 0, 0])
      const days = all.map((one) =>
        one.replace(/DTSTART:(\d{8}).*\r\nDURATION:PT1H/, 'DTSTART;VALUE=DATE:$1'),
      )
      expect(await send(calendarOf(...days).replaceAll('UID:', 'UID:days-'))).toEqual([3, 0, 0, 0, 0])
      expect(await send(calendarOf(...days).replaceAll('UID:', 'UID:days-'))).toEqual([0, 0, 3, 0, 0])
    })

    it('of the same start are one event, whose newest version counts', async () => {
      const text = calendarOf(drop('04', 'SUMMARY:New', 'SEQUENCE:1'), drop('04', 'SUMMARY:Old'), drop('11'))
      expect(await send(text)).toEqual([2, 0, 0, 0, 0])
      expect(await shown()).toEqual([
        [1, 'New', '05-04'],
        [2, 'Drop-in 11', '05-11'],
      ])
    })

    it('may be series, each with the dates that change', async () => {
      const weekly = (day: string, title: string) =>
        drop(day, `SUMMARY:${title}`, 'RRULE:FREQ=WEEKLY;COUNT=2')
      const moved = (id: string, title: string) =>
        drop('28', `SUMMARY:${title}`, `RECURRENCE-ID:202705${id}T180000Z`)
      const text = calendarOf(weekly('04', 'A'), weekly('05', 'B'), moved('12', 'B moved'), drop('07'))
      for (const counts of [
        [3, 0, 0, 0, 0],
        [0, 0, 3, 0, 0],
      ]) {
        expect(await send(text)).toEqual(counts)
        expect((await shown()).map(([, title, day]: Json[]) => `${title} ${day}`)).toEqual([
          ...['A 05-04', 'B 05-05', 'Drop-in 07 05-07', 'A 05-11', 'B moved 05-28'],
        ])
      }
    })

    it('one without a start is refused alone, and takes nothing away', async () => {
      await send(calendarOf(...all))
      const broken = drop('11').replace(/DTSTART.*\r\n/, '')
      expect(await send(calendarOf(drop('04'), broken, drop('18')), '&prune=true')).toEqual([0, 0, 2, 0, 1])
      expect(await shown()).toHaveLength(3)
    })

    it.skipIf(!hasReports)('of a public report are all here', async () => {
      const text = readFileSync(`${reports}/10-placecal-dup-uid.ics`, 'utf8')
      expect(await send(text)).toEqual([4, 0, 0, 0, 0])
      expect(await send(text, '&prune=true')).toEqual([0, 0, 4, 0, 0])
    })

    it('are other events in feeds of other hosts at other times, and the same one at the same time', async () => {
      const winter = calendarOf(
        eventOf('1@courses', '04', 'SUMMARY:Algebra'),
        eventOf('2@courses', '05', 'SUMMARY:Physics'),
      )
      const feeds: Record<string, string> = {
        'https://winter.example/a.ics': winter,
        'https://summer.example/a.ics': winter
          .replaceAll('T180000Z', 'T080000Z')
          .replaceAll('SUMMARY:', 'SUMMARY:Summer '),
        'https://copies.example/a.ics': winter,
        'https://winter.example/b.ics': winter.replaceAll('T180000Z', 'T090000Z'),
      }
      for (const address of Object.keys(feeds)) {
        await service.store.subscriptions.add(
          { address, every_seconds: 3600, categories: [], prunes: true },
          { actor: commandActor, moment: { now, zone: 'UTC' } },
        )
      }
      const read = async () => {
        now = now.add({ hours: 48 })
        service.at(now.toString())
        const results: Record<string, string> = {}
        const fetch = async (address: string) => ({ text: feeds[address] ?? '', etag: '', lastModified: '' })
        const all = importing(service, { now: () => ({ now, zone: 'UTC' }) })
        for await (const { subscription, settled } of importDueSubscriptions(fetch, all))
          results[subscription.address.slice(8)] = settled.result
        return results
      }
      const first = await read()
      expect(first).toMatchObject({
        'winter.example/a.ics': expect.stringContaining('2 created'),
        'summer.example/a.ics': expect.stringContaining('2 created'),
        'copies.example/a.ics': expect.stringContaining('2 unchanged'),
        'winter.example/b.ics': expect.stringMatching(/2 refused.*from the subscription to winter\.example/),
      })
      const four = ['Summer Algebra', 'Algebra', 'Summer Physics', 'Physics']
      expect((await shown()).map(([, title]: Json[]) => title)).toEqual(four)
      const again = await read()
      expect(again['summer.example/a.ics']).toContain('2 unchanged')
      feeds['https://summer.example/a.ics'] =
        feeds['https://summer.example/a.ics']?.replaceAll('T08', 'T10') ?? ''
      expect((await read())['summer.example/a.ics']).toContain('2 updated')
      expect((await shown()).map(([id]: Json[]) => id).sort()).toEqual([1, 2, 3, 4])
    })
  })
}
