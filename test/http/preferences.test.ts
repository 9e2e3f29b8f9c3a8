import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prefersReasons } from '../support/inside/service.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

describe('JSON that is sent as a form', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
  })
  afterAll(() => service.close())
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

  it('§2.1 is refused by every write, with the header that is missing', async () => {
    for (const [method, path] of [
      ['POST', '/events'],
      ['PATCH', '/events/1'],
      ['PUT', '/events/by-uid/a'],
      ['POST', '/batch'],
      ['POST', '/session'],
    ] as const)
      for (const body of ['{"title":"x"}', ' \n{"a":"b=c&d"}', '%7B%22title%22%3A%22x%22%7D']) {
        const { status, body: problem } = await service.ask(method, path, body, form)
        expect([status, problem.code, problem.message], `${method} ${path} ${body}`).toEqual([
          400,
          'rest_invalid_json',
          'The body came as a form. Send Content-Type: application/json.',
        ])
      }
  })

  it('§2.1 does not concern forms with a brace elsewhere', async () => {
    const sent = 'title={x}&start_date=2027-05-04&end_date=2027-05-04&%7B=1'
    const { status, body } = await service.ask('POST', '/events', sent, form)
    expect([status, body.title]).toEqual([201, '{x}'])
  })
})

describe('the reasons of faults', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
  })
  afterAll(() => service.close())

  it('§6 are sent to clients that prefer them, and others are sent what the contract names alone', async () => {
    const sent = { title: 'Talk', start_date: '2027-02-30', end_date: '2027-03-01' }
    const detailsFor = async (headers: Readonly<Record<string, string>>) =>
      (await service.ask('POST', '/events', sent, headers)).body.data.details.start_date
    const { message } = await detailsFor({})
    expect(await detailsFor({})).toEqual({ code: 'rest_invalid_param', message })
    expect(await detailsFor({ Prefer: 'respond-async, reasons' })).toEqual({
      code: 'rest_invalid_param',
      message,
      reason: 'not_a_date',
      values: {},
    })
  })

  it('§13 are in the failure of a batch, and in what a reused key answers, as its client prefers', async () => {
    const operations = [{ method: 'POST', path: '/events', body: { title: 'Talk', start_date: 'never' } }]
    const prefer: Record<string, string> = { Prefer: 'reasons' }
    const plain = (await service.ask('POST', '/batch', { operations })).body.data
    expect(Object.keys(plain)).toEqual(['status', 'index', 'error'])
    const { data } = (await service.ask('POST', '/batch', { operations }, prefer)).body
    expect(data.reason).toBe('operation_failed')
    expect(data.error.data.invalid.start_date.reason).toBe('not_a_date')
    expect(Object.keys(plain.error.data.invalid.start_date)).toEqual(['code', 'message'])
    const keyed = { ...prefer, 'Idempotency-Key': 'one' }
    const first = await service.ask('POST', '/events', operations[0]?.body, keyed)
    expect((await service.ask('POST', '/events', operations[0]?.body, keyed)).body).toEqual(first.body)
    expect(first.body.data.invalid.start_date.reason).toBe('not_a_date')
  })

  it('§0 are beside the notes of an import, which else have their text and count alone', async () => {
    const lines = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20270504T180000Z',
      'X-SEAT:4',
      'URL:none',
    ]
    const alarm = ['BEGIN:VALARM', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR']
    const text = [...lines, ...alarm].join('\r\n')
    const notesFor = async (headers: Readonly<Record<string, string>>) => {
      const type = { 'Content-Type': 'text/calendar' }
      return (await service.ask('POST', '/import?dry_run=true', text, { ...type, ...headers })).body.notes
    }
    const plain = await notesFor({})
    expect(plain.map(({ what }: Json) => what)).toEqual([
      expect.stringMatching(/^URL \(website must be /),
      'VALARM',
      'X-SEAT',
    ])
    expect(plain.flatMap(Object.keys)).toEqual(Array(3).fill(['what', 'count']).flat())
    expect(await notesFor({ Prefer: 'reasons' })).toEqual([
      {
        ...plain[0],
        reason: 'value_left_out',
        values: {
          part: 'URL',
          field: 'website',
          why: expect.objectContaining({ reason: 'not_a_link' }),
        },
      },
      { ...plain[1], reason: 'reminders_left_out', values: {} },
      { ...plain[2], reason: 'part_left_out', values: { part: 'X-SEAT' } },
    ])
  })

  it('RFC 7240 are asked for by one preference among others', () => {
    for (const prefer of ['reasons', 'wait=10, Reasons', 'reasons; x=1', ['return=minimal', 'reasons']])
      expect([prefer, prefersReasons(prefer)]).toEqual([prefer, true])
    for (const prefer of [undefined, '', 'reason', 'noreasons', 'reasons2'])
      expect([prefer, prefersReasons(prefer)]).toEqual([prefer, false])
  })
})
