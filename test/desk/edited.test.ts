import { constantFrom, dictionary, assert as holds, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  baseToKeep,
  edit,
  hasConflicts,
  isChanged,
  opened,
  received,
  resumed,
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
    expect(edit(clash, { name: 'Bazaar' })).toMatchObject({ edits: {}, conflicts: {} })
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

  it('keeps a conflict that nobody was asked about, whatever is typed or saved alone', () => {
    const from = resumed({ ...stored, name: 'Bazaar' }, stored, { ...stored, name: 'Mark' }, '1')
    const restored = received(from, { ...stored, name: 'Bazaar' }, '2')
    const typed = edit(restored, { name: 'Market' })
    expect(typed).toMatchObject({ edits: { name: 'Market' }, conflicts: { name: 'Bazaar' }, etag: '2' })
    const alone = saved(
      edit(typed, { color: '#00ff00' }),
      { color: '#00ff00' },
      { ...typed.base, color: '#00ff00' },
      '3',
    )
    expect(alone).toMatchObject({ edits: { name: 'Market' }, conflicts: { name: 'Bazaar' }, etag: '3' })
  })

  it('has the conflict again where it is kept with the tab and resumed once more', () => {
    const theirs = { ...stored, name: 'Bazaar' }
    const clash = received(edit(opened(stored, '1'), { name: 'Market' }), theirs, '2')
    const again = resumed(theirs, baseToKeep(clash), valuesOfEdited(clash), '2')
    expect(received(again, theirs, '2')).toMatchObject({
      edits: { name: 'Market' },
      conflicts: { name: 'Bazaar' },
    })
  })

  it('keeps what was typed into the same field while the answer to a conflict is saved', () => {
    const clash = received(edit(opened(stored, '1'), { name: 'Market' }), { ...stored, name: 'Bazaar' }, '2')
    const sent = settled(clash, new Set(['name']))
    const next = saved(edit(sent, { name: 'Markets' }), sent.edits, { ...stored, name: 'Market' }, '3')
    expect(next).toMatchObject({ edits: { name: 'Markets' }, conflicts: {} })
  })

  it('is resumed from JSON, which has no undefined, with what was taken away and what was added', () => {
    interface Pictured {
      readonly name: string
      readonly image: string | undefined
    }
    const from = (now: Pictured, base: Pictured, made: Pictured) =>
      resumed(now, JSON.parse(JSON.stringify(base)), JSON.parse(JSON.stringify(made)), '1')
    const [boat, none] = [
      { name: 'Fair', image: 'boat' },
      { name: 'Fair', image: undefined },
    ]
    const without = from(boat, boat, none)
    expect([Object.keys(without.edits), valuesOfEdited(without).image]).toEqual([['image'], undefined])
    const added = from({ ...none, image: 'quay' }, none, boat)
    expect(received(added, { ...none, image: 'quay' }, '2').conflicts).toEqual({ image: 'quay' })
    expect(from(none, none, { ...none, name: 'Market' }).edits).toEqual({ name: 'Market' })
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
