/** Which status and date an item takes, cell by cell, and what holds of every change. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awaitingApproval, differing } from '../../src/actions/keep.ts'
import {
  firstPublication,
  type ItemStatus,
  isApproved,
  nextPublication,
  type Publication,
  type PublicationChange,
  type SentStatus,
  statusAt,
} from '../../src/domain/status.ts'

const NOW = 1000
const PAST = 900
const AHEAD = 1001
const waiting = ['draft', 'pending', 'private'] as const
const sent = ['publish', 'future', ...waiting] as const
const all: readonly ItemStatus[] = [...sent, 'trash']

const first = (change: { status?: SentStatus; date?: number }, mayPublish = true) =>
  firstPublication({ ...change, now: NOW, mayPublish })
const next = (kept: Publication, change: { status?: SentStatus; date?: number }, mayPublish = true) =>
  nextPublication(kept, { ...change, now: NOW, mayPublish })

describe('a future item', () => {
  it('is published from the second of its date on, and no other changes by itself', () => {
    expect(statusAt('future', AHEAD, NOW)).toBe('future')
    expect(statusAt('future', NOW, NOW)).toBe('publish')
    expect(statusAt('future', PAST, NOW)).toBe('publish')
    for (const kept of all.filter((one) => one !== 'future'))
      for (const date of [PAST, NOW, AHEAD]) expect(statusAt(kept, date, NOW), kept).toBe(kept)
  })
})

it('what is public, or will be, was agreed to, and nothing else', () => {
  expect(all.filter(isApproved)).toEqual(['publish', 'future'])
})

describe('a new item', () => {
  it('is published now where nothing was sent, or is a draft of who may not publish', () => {
    expect(first({})).toEqual({ status: 'publish', date: NOW, dateSet: true })
    expect(first({}, false)).toEqual({ status: 'draft', date: NOW, dateSet: false })
  })

  it('that is to be public is future as long as its date lies ahead', () => {
    for (const status of ['publish', 'future'] as const) {
      expect(first({ status })).toEqual({ status: 'publish', date: NOW, dateSet: true })
      expect(first({ status, date: PAST })).toEqual({ status: 'publish', date: PAST, dateSet: true })
      expect(first({ status, date: NOW })).toEqual({ status: 'publish', date: NOW, dateSet: true })
      expect(first({ status, date: AHEAD })).toEqual({ status: 'future', date: AHEAD, dateSet: true })
    }
  })

  it('that waits keeps its status whatever its date, and knows whether that was sent', () => {
    for (const status of waiting) {
      expect(first({ status })).toEqual({ status, date: NOW, dateSet: false })
      expect(first({ status, date: AHEAD })).toEqual({ status, date: AHEAD, dateSet: true })
    }
  })

  it('of who may not publish waits for approval, but for a draft', () => {
    for (const status of sent)
      expect(first({ status }, false).status, status).toBe(status === 'draft' ? 'draft' : 'pending')
  })
})

describe('a change', () => {
  const draft = { status: 'draft', date: PAST, dateSet: false } as const
  const published = { status: 'publish', date: PAST, dateSet: true } as const
  const future = { status: 'future', date: AHEAD, dateSet: true } as const

  it('gives a draft the moment of its first publication, where its date was never sent', () => {
    expect(next(draft, { status: 'publish' })).toEqual({ status: 'publish', date: NOW, dateSet: true })
    expect(next(draft, { status: 'future' })).toEqual({ status: 'publish', date: NOW, dateSet: true })
    const dated = { ...draft, dateSet: true }
    expect(next(dated, { status: 'publish' })).toEqual({ status: 'publish', date: PAST, dateSet: true })
    expect(next({ ...dated, date: AHEAD }, { status: 'publish' }).status).toBe('future')
    expect(next(draft, { status: 'publish', date: AHEAD })).toEqual(future)
  })

  it('leaves a draft its date while it is none to be published', () => {
    expect(next(draft, { status: 'private' })).toEqual({ status: 'private', date: PAST, dateSet: false })
    expect(next(draft, { status: 'publish' }, false)).toEqual({ ...draft, status: 'pending' })
    expect(next(draft, { date: AHEAD })).toEqual({ status: 'draft', date: AHEAD, dateSet: true })
    expect(next(draft, { status: 'pending', date: AHEAD })).toEqual({
      status: 'pending',
      date: AHEAD,
      dateSet: true,
    })
  })

  it('makes a published item future with a date that lies ahead, and a future one public with another', () => {
    expect(next(published, { date: AHEAD })).toEqual(future)
    expect(next(published, { date: NOW })).toEqual({ ...published, date: NOW })
    expect(next(future, { date: PAST })).toEqual(published)
    expect(next(future, { date: AHEAD + 1 })).toEqual({ ...future, date: AHEAD + 1 })
  })

  it('to public takes a future item out now, unless a date came with it; to future leaves it', () => {
    expect(next(future, { status: 'publish' })).toEqual({ ...published, date: NOW })
    expect(next(future, { status: 'publish', date: AHEAD + 1 })).toEqual({ ...future, date: AHEAD + 1 })
    expect(next(future, { status: 'future' })).toEqual(future)
    expect(next(published, { status: 'future' })).toEqual(published)
  })

  it('to the status that an item has is none, also for who may not publish', () => {
    for (const status of sent) {
      const kept = { status, date: status === 'future' ? AHEAD : PAST, dateSet: true }
      for (const mayPublish of [true, false]) expect(next(kept, { status }, mayPublish), status).toEqual(kept)
    }
  })

  it('takes an item back from the public with its date', () => {
    for (const kept of [published, future])
      for (const status of waiting) expect(next(kept, { status })).toEqual({ ...kept, status })
    expect(next(future, { status: 'publish' }, false)).toEqual({ ...future, status: 'pending' })
  })

  it('leaves an item in the trash without a status, and takes it out with one', () => {
    const trashed = { status: 'trash', date: PAST, dateSet: true } as const
    expect(next(trashed, { date: AHEAD })).toEqual({ ...trashed, date: AHEAD })
    expect(next(trashed, { status: 'publish' })).toEqual(published)
    expect(next({ ...trashed, date: AHEAD }, { status: 'publish' })).toEqual(future)
    expect(next({ ...trashed, dateSet: false }, { status: 'publish' }).date).toBe(NOW)
    expect(next(trashed, { status: 'private' }, false)).toEqual({ ...trashed, status: 'pending' })
  })

  const date = fc.integer({ min: NOW - 3, max: NOW + 3 })
  const publication = fc
    .record({ status: fc.constantFrom(...all), date, dateSet: fc.boolean() })
    .map(({ status, ...rest }) => ({ ...rest, status: statusAt(status, rest.date, NOW) }))
  const change = fc.record(
    { status: fc.constantFrom(...sent), date, mayPublish: fc.boolean(), now: fc.constant(NOW) },
    { requiredKeys: ['mayPublish', 'now'] },
  )

  it('never leaves a future item without a date ahead, nor a public one with one', () => {
    fc.assert(
      fc.property(publication, change, (kept, changed) => {
        const { status, date: taken, dateSet } = nextPublication(kept, changed)
        if (isApproved(status)) expect([status, dateSet]).toEqual([taken > NOW ? 'future' : 'publish', true])
      }),
    )
  })

  it('makes nothing public for who may not publish', () => {
    fc.assert(
      fc.property(publication, change, (kept, changed) => {
        const after = nextPublication(kept, { ...changed, mayPublish: false })
        expect(isApproved(after.status) && !isApproved(kept.status)).toBe(false)
      }),
    )
  })

  /** The publication that is kept in the end: who may not publish loses what was approved by changing it. */
  function keptAfter(kept: Publication, changed: PublicationChange): Publication {
    const changes = differing(nextPublication(kept, changed), kept)
    if (Object.keys(changes).length === 0) return kept
    const role = changed.mayPublish ? 'editor' : 'contributor'
    return {
      ...kept,
      ...awaitingApproval<Publication>(changes, kept, { actor: { id: 1, login: 'ada', role } }),
    }
  }

  it('that is sent twice changes nothing more, whoever sends it, but that public takes a future item out', () => {
    fc.assert(
      fc.property(publication, change, (kept, changed) => {
        const once = keptAfter(kept, changed)
        const again = keptAfter(once, changed)
        const isOut = once.status === 'future' && changed.status === 'publish' && changed.date === undefined
        if (!isOut) expect(again).toEqual(once)
      }),
      { numRuns: 2000 },
    )
  })
})
