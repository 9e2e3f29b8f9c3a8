import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../bench/measure.ts'
import { intoDocument, tableOf } from '../../bench/table.ts'

const taken = (...values: readonly number[]) => values.map((value) => ({ value }))
const told = { few: 10_000, many: undefined, on: { Date: '2027-01-15' }, hasTargets: true }
const target = { most: 0.5, of: 'plain' } as const
const row = (few: readonly number[], plain: readonly number[]): Row => ({
  ...{ what: 'a list', unit: 'µs', target },
  taken: { few: taken(...few), plain: taken(...plain) },
})
const lineOf = (one: Row) => tableOf([one], told).split('\n')[2]

describe('the table of the performance page', () => {
  it('compares round by round, and tells the spread without the lowest and the highest round', () => {
    const one = row([100, 110, 90, 500, 120], [200, 220, 180, 1000, 240])
    expect(lineOf(one)).toBe('| a list | 110 µs ± 9 % |  |  |  | 0.5 × |  | ≤ 0.5 × plain |')
  })

  it('marks a target that is missed by a little, and one that was not measured', () => {
    expect(lineOf(row([101], [200]))).toContain('**≤ 0.5 × plain: missed**')
    expect(lineOf({ ...row([100], []), taken: { few: taken(100) } })).toContain('| not measured |')
  })

  it('leaves what stands around it in the document', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fasti-table-'))
    const path = join(folder, 'page.md')
    writeFileSync(path, 'Before.\n<!-- bench -->\nold\n<!-- /bench -->\nAfter.\n')
    intoDocument(path, '| new |')
    expect(readFileSync(path, 'utf8')).toBe('Before.\n<!-- bench -->\n| new |\n<!-- /bench -->\nAfter.\n')
    writeFileSync(path, 'Before.\n')
    expect(() => intoDocument(path, '| new |')).toThrow('<!-- bench -->')
    rmSync(folder, { recursive: true })
  })
})
