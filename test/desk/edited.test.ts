import { constantFrom, dictionary, assert as holds, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  edit,
  hasConflicts,
  isChanged,
  opened,
  received,
  saved,
  settled,
  valuesOfEdited,
} from '../../src/web/desk/edited/edited.ts'

const stored = { name: 'Fair', slug: 'fair', color: '' }

describe('an item under edit', () => {
  it('has nothing to save once a change is taken back', () => {
    const changed = edit(opened(stored, '1'), { name: 'Market' })
    expect(isChanged(changed)).toBe(true)
    expect(isChanged(edit(changed, { name: 'Fair' }))).toBe(false)
  })

  it('follows others in the fields that are not touched', () => {
    const mine = edit(opened(stored, '1'), { name: 'Market' })
    const merged = received(mine, { ...stored, color: '#ff0000' }, '2')
    expect(valuesOfEdited(merged)).toEqual({ name: 'Market', slug: 'fair', color: '#ff0000' })
    expect([merged.etag, merged.edits, hasConflicts(merged)]).toEqual(['2', { name: 'Market' }, false])
  })

  it('has a conflict where both changed a field to different values, until it is settled', () => {
    const mine = edit(opened(stored, '1'), { name: 'Market', slug: 'market' })
    const clash = received(mine, { ...stored, name: 'Bazaar', slug: 'market' }, '2')
    expect([clash.conflicts, clash.edits]).toEqual([{ name: 'Bazaar' }, { name: 'Market' }])
    expect(settled(clash, new Set(['name']))).toMatchObject({ edits: { name: 'Market' }, conflicts: {} })
    expect(settled(clash, new Set())).toMatchObject({ edits: {}, conflicts: {} })
    expect(edit(clash, { name: 'Both' })).toMatchObject({ edits: { name: 'Both' }, conflicts: {} })
    const later = received(clash, { ...clash.base, color: '#00ff00' }, '3')
    expect(later.conflicts).toEqual({ name: 'Bazaar' })
  })

  it('keeps what is typed while a save runs, and takes what the server made of the rest', () => {
    const sent = edit(opened(stored, '1'), { name: ' Market ', color: '#00ff00' })
    const typed = edit(sent, { color: '', slug: 'm' })
    const next = saved(typed, sent.edits, { name: 'Market', slug: 'fair', color: '#00ff00' }, '2')
    expect(next.edits).toEqual({ color: '', slug: 'm' })
    expect(valuesOfEdited(next)).toEqual({ name: 'Market', slug: 'm', color: '' })
  })

  const values = dictionary(constantFrom('a', 'b', 'c'), constantFrom('', 'x', 'y'), {
    noNullPrototype: true,
  })

  it('shows what was typed, and else what the server has, whatever others save', () => {
    holds(
      property(values, values, values, (base, typed, theirs) => {
        const mine = edit(opened(base, '1'), typed)
        const merged = received(mine, theirs, '2')
        expect(valuesOfEdited(merged)).toEqual({ ...theirs, ...mine.edits })
        for (const name of Object.keys(merged.conflicts)) {
          expect(mine.edits[name]).not.toBe(theirs[name])
          expect(base[name]).not.toBe(theirs[name])
        }
        expect(valuesOfEdited(settled(merged, new Set(Object.keys(merged.conflicts))))).toEqual(
          valuesOfEdited(merged),
        )
        expect(received(merged, theirs, '2').edits).toEqual(merged.edits)
      }),
    )
  })
})
