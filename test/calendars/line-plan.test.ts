/** The plans of lines of exports, computed from what was read. */
import { expect, it } from 'vitest'
import { importing, moment } from '../support/importing.ts'
import { changedItemPlan, newItemPlan } from '../support/inside/exchange.ts'
import { type ItemOnLine, itemOnLine } from '../support/inside/formats.ts'
import { singleEventColumns } from '../support/inside/series.ts'
import { testService } from '../support/service.ts'

const NOW = 1_800_000_000
const lineOf = (more: object = {}) => ({
  resource: 'event',
  id: 5,
  global_id: 'elsewhere.example/events?id=5',
  origins: ['older.example/events?id=9'],
  version: 3,
  modified_utc: '2027-01-01 00:00:00',
  uid: 'talk',
  title: 'Talk',
  status: 'publish',
  author: 2,
  date_utc: '2027-01-01 00:00:00',
  slug: 'talk',
  timezone: 'Europe/Rome',
  start_date: '2027-03-02 18:00:00',
  end_date: '2027-03-02 19:00:00',
  venue: [3],
  organizer: [],
  categories: [1, 2],
  tags: [],
  ...more,
})

const service = await testService('sqlite')
const { store, caller } = importing(service)
const described = (more: object = {}): ItemOnLine<'event'> =>
  itemOnLine('event', lineOf(more), { ...caller, store, moment })
await service.close()

const item = described()
const placed = { values: item.values, links: item.links }
const record = { ...item.values, ...singleEventColumns, id: 8, version: 1 }
const before = { record, isOwn: false, links: item.links, slug: 'talk' }

it('a line that differs in nothing is not written', () => {
  expect(changedItemPlan('event', placed, before, NOW)).toBeUndefined()
  // The slug, the author, the UID and the origins stay ours where the line is of another calendar.
  const { values, links } = described({ slug: 'lecture', author: 4, uid: 'other', origins: [] })
  expect(changedItemPlan('event', { values, links }, before, NOW)).toBeUndefined()
})

it('a line changes the columns and the links that differ, as the next version', () => {
  const { values, links } = described({ title: 'Lecture', categories: [2, 1], tags: [4] })
  const plan = changedItemPlan('event', { values, links }, before, NOW)
  expect(plan?.row).toMatchObject({
    act: 'change',
    id: 8,
    columns: { title: 'Lecture', version: 2, modified_utc: NOW },
  })
  expect(plan?.links).toEqual({ category: [2, 1], tag: [4] })
  expect(plan?.counts).toMatchObject({
    before: { counts: true, category: [1, 2], tag: [] },
    after: { counts: true, category: [2, 1], tag: [4] },
  })
})

it('a line of this calendar also brings its slug and its author back', () => {
  const { values, links } = described({ slug: 'lecture', author: 4 })
  const own = { ...before, isOwn: true, slug: 'lecture' }
  expect(changedItemPlan('event', { values, links }, own, NOW)?.row).toMatchObject({
    columns: { slug: 'lecture', author: 4 },
  })
})

it('a new item keeps its id and its author only in its own place, and names where it comes from', () => {
  const here = newItemPlan(item, placed, { isOwn: true, keepsId: true, slug: 'talk' })
  expect(here.row).toMatchObject({ values: { id: 5, author: 2, origins: ['older.example/events?id=9'] } })
  const elsewhere = newItemPlan(item, placed, { isOwn: false, keepsId: false, slug: 'talk-2' })
  expect(elsewhere.row).toMatchObject({
    act: 'insert',
    values: {
      author: 0,
      slug: 'talk-2',
      origins: ['elsewhere.example/events?id=5', 'older.example/events?id=9'],
    },
  })
  expect(elsewhere.row).not.toHaveProperty('values.id')
  expect(elsewhere.links).toEqual({ venue: [3], category: [1, 2] })
  expect(elsewhere.counts?.after.counts).toBe(true)
  const draft = described({ status: 'draft' })
  const plan = newItemPlan(
    draft,
    { values: draft.values, links: draft.links },
    { isOwn: true, keepsId: true, slug: 'talk' },
  )
  expect(plan.counts?.after.counts).toBe(false)
})
