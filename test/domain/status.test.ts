/** The status and date of an item, case by case, and properties of every change. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedValues, withApprovalStatus } from '../../src/actions/writing/save.ts'
import {
  type ItemStatus,
  isApprovedStatus,
  itemStatusAt,
  newItemPublication,
  type Publication,
  publicationAfterChange,
  type RequestedPublicationChange,
  type SettableStatus,
} from '../../src/domain/publication.ts'

const NOW = 1000
const PAST = 900
const AHEAD = 1001
const waiting = ['draft', 'pending', 'private'] as const
const sent = ['publish', 'future', ...waiting] as const
const all: readonly ItemStatus[] = [...sent, 'trash']

const first = (change: { status?: SettableStatus; date?: number }, mayPublish = true) =>
  newItemPublication({ ...change, now: NOW, mayPublish })
const next = (kept: Publication, change: { status?: SettableStatus; date?: number }, mayPublish = true) =>
  publicationAfterChange(kept, { ...change, now: NOW, mayPublish })

describe('a future item', () => {
  it('is published from the second of its date on; no other status changes by itself', () => {
    expect(itemStatusAt('future', AHEAD, NOW)).toBe('future')
    expect(itemStatusAt('future', NOW, NOW)).toBe('publish')
    expect(itemStatusAt('future', PAST, NOW)).toBe('publish')
    for (const kept of all.filter((one) => one !== 'future'))
      for (const date of [PAST, NOW, AHEAD]) expect(itemStatusAt(kept, date, NOW), kept).toBe(kept)
  })
})

it('only published and future items are approved', () => {
  expect(all.filter(isApprovedStatus)).toEqual(['publish', 'future'])
})

describe('a new item', () => {
  it('is published now by default, or is a draft if the user may not publish', () => {
    expect(first({})).toEqual({ status: 'publish', date: NOW, dateSet: true })
    expect(first({}, false)).toEqual({ status: 'draft', date: NOW, dateSet: false })
  })

  it('to be published is future while its date is in the future', () => {
    for (const status of ['publish', 'future'] as const) {
      expect(first({ status })).toEqual({ status: 'publish', date: NOW, dateSet: true })
      expect(first({ status, date: PAST })).toEqual({ status: 'publish', date: PAST, dateSet: true })
      expect(first({ status, date: NOW })).toEqual({ status: 'publish', date: NOW, dateSet: true })
      expect(first({ status, date: AHEAD })).toEqual({ status: 'future', date: AHEAD, dateSet: true })
    }
  })

  it('that is not published keeps its status with any date, and records whether the date was sent', () => {
    for (const status of waiting) {
      expect(first({ status })).toEqual({ status, date: NOW, dateSet: false })
      expect(first({ status, date: AHEAD })).toEqual({ status, date: AHEAD, dateSet: true })
    }
  })

  it('of a user who may not publish is pending unless it is a draft', () => {
    for (const status of sent)
      expect(first({ status }, false).status, status).toBe(status === 'draft' ? 'draft' : 'pending')
  })
})

describe('a change', () => {
  const draft = { status: 'draft', date: PAST, dateSet: false } as const
  const published = { status: 'publish', date: PAST, dateSet: true } as const
  const future = { status: 'future', date: AHEAD, dateSet: true } as const

  it('gives a draft the time of its first publication if its date was never sent', () => {
    expect(next(draft, { status: 'publish' })).toEqual({ status: 'publish', date: NOW, dateSet: true })
    expect(next(draft, { status: 'future' })).toEqual({ status: 'publish', date: NOW, dateSet: true })
    const dated = { ...draft, dateSet: true }
    expect(next(dated, { status: 'publish' })).toEqual({ status: 'publish', date: PAST, dateSet: true })
    expect(next({ ...dated, date: AHEAD }, { status: 'publish' }).status).toBe('future')
    expect(next(draft, { status: 'publish', date: AHEAD })).toEqual(future)
  })

  it('keeps the date of a draft that is not published', () => {
    expect(next(draft, { status: 'private' })).toEqual({ status: 'private', date: PAST, dateSet: false })
    expect(next(draft, { status: 'publish' }, false)).toEqual({ ...draft, status: 'pending' })
    expect(next(draft, { date: AHEAD })).toEqual({ status: 'draft', date: AHEAD, dateSet: true })
    expect(next(draft, { status: 'pending', date: AHEAD })).toEqual({
      status: 'pending',
      date: AHEAD,
      dateSet: true,
    })
  })

  it('makes a published item future with a future date, and a future item published with a past date', () => {
    expect(next(published, { date: AHEAD })).toEqual(future)
    expect(next(published, { date: NOW })).toEqual({ ...published, date: NOW })
    expect(next(future, { date: PAST })).toEqual(published)
    expect(next(future, { date: AHEAD + 1 })).toEqual({ ...future, date: AHEAD + 1 })
  })

  it('to publish publishes a future item now unless a date is sent; to future does not change it', () => {
    expect(next(future, { status: 'publish' })).toEqual({ ...published, date: NOW })
    expect(next(future, { status: 'publish', date: AHEAD + 1 })).toEqual({ ...future, date: AHEAD + 1 })
    expect(next(future, { status: 'future' })).toEqual(future)
    expect(next(published, { status: 'future' })).toEqual(published)
  })

  it('to the current status has no effect, also for users who may not publish', () => {
    for (const status of sent) {
      const kept = { status, date: status === 'future' ? AHEAD : PAST, dateSet: true }
      for (const mayPublish of [true, false]) expect(next(kept, { status }, mayPublish), status).toEqual(kept)
    }
  })

  it('unpublishes an item and keeps its date', () => {
    for (const kept of [published, future])
      for (const status of waiting) expect(next(kept, { status })).toEqual({ ...kept, status })
    expect(next(future, { status: 'publish' }, false)).toEqual({ ...future, status: 'pending' })
  })

  it('without a status leaves an item in the trash, and with one restores it', () => {
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
    .map(({ status, ...rest }) => ({ ...rest, status: itemStatusAt(status, rest.date, NOW) }))
  const change = fc.record(
    { status: fc.constantFrom(...sent), date, mayPublish: fc.boolean(), now: fc.constant(NOW) },
    { requiredKeys: ['mayPublish', 'now'] },
  )

  it('never leaves a future item with a past date, nor a published item with a future date', () => {
    fc.assert(
      fc.property(publication, change, (kept, changed) => {
        const { status, date: taken, dateSet } = publicationAfterChange(kept, changed)
        if (isApprovedStatus(status))
          expect([status, dateSet]).toEqual([taken > NOW ? 'future' : 'publish', true])
      }),
    )
  })

  it('publishes nothing for users who may not publish', () => {
    fc.assert(
      fc.property(publication, change, (kept, changed) => {
        const after = publicationAfterChange(kept, { ...changed, mayPublish: false })
        expect(isApprovedStatus(after.status) && !isApprovedStatus(kept.status)).toBe(false)
      }),
    )
  })

  /** The final publication: a change by a user who may not publish removes the approval. */
  function keptAfter(kept: Publication, changed: RequestedPublicationChange): Publication {
    const changes = changedValues(publicationAfterChange(kept, changed), kept)
    if (Object.keys(changes).length === 0) return kept
    const role = changed.mayPublish ? 'editor' : 'contributor'
    return {
      ...kept,
      ...withApprovalStatus<Publication>(changes, kept, { actor: { id: 1, login: 'ada', role } }),
    }
  }

  it('that is sent twice has the effect of one, for all users, except that publish publishes a future item', () => {
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
