import { describe, expect, it } from 'vitest'
import { type Finding, pacedFinding } from '../../bench/case.ts'
import { report } from '../../bench/report.ts'

const on = {
  processor: 'A processor',
  cores: 2,
  memory: 8,
  busy: 0.1,
  system: 'Linux',
  node: 'v20',
  sqlite: '3.50',
  date: '2027-01-15',
  commit: 'abc1234',
  against: 'nothing',
  seconds: 1.5,
}

const lines = (...findings: readonly Finding[]) => {
  const of = { name: 'one', method: 'How.', run: async () => ({ findings, figures: [] }) }
  return report([{ of, measured: { findings, figures: [] } }], on).split('\n')
}

const least = { is: 'at least', value: 0.85, of: '× bare' } as const
const most = { is: 'at most', value: 3, of: 's' } as const

describe('the performance report', () => {
  it('explains missed targets only', () => {
    const what = '1,000,000 events, a word never searched for: p50'
    const title = '## Why targets are not met'
    expect(lines({ what, target: most, measured: 2 })).not.toContain(title)
    const found = lines({ what, target: most, measured: 20 })
    expect(found).toContain(title)
    expect(found.filter((line) => line.startsWith('- **The first search for a word.**'))).toHaveLength(1)
    expect(found.some((line) => line.startsWith('- **Memory'))).toBe(false)
    const single = lines({
      what: 'single event by id, not in memory, 1,000,000 events, each request new: processor time',
      target: most,
      measured: 300,
    })
    expect(single.filter((line) => line.startsWith('- **Single'))).toEqual([
      expect.stringContaining('not in memory'),
    ])
  })

  it('states for each target whether it is met, up to the exact value', () => {
    const found = lines(
      { what: 'fast', target: least, measured: 0.85, processor: 0.9, before: 1.01 },
      { what: 'slow', target: least, measured: 0.8499 },
      { what: 'soon', target: most, measured: 3 },
      { what: 'late', target: most, measured: 3.01 },
    )
    expect(found).toContain('| fast | ≥ 0.85 × bare | 0.85 | met | 0.90 × | 1.01 × |')
    expect(found.find((line) => line.startsWith('| slow'))).toContain('**not met**')
    expect(found.find((line) => line.startsWith('| soon'))).toContain('| met |')
    expect(found.find((line) => line.startsWith('| late'))).toContain('**not met**')
  })

  it('compares times, and no ratios or sizes, at the speed of the reference', () => {
    const paced = (what: string, of: string, measured: number, own: { slowness?: number } = {}) =>
      pacedFinding({ what, target: { is: 'at most', value: 3, of }, measured, ...own }, 2)
    const found = lines(
      paced('soon', 's', 6),
      paced('late', 'µs', 6.02),
      paced('large', 'MiB', 6),
      paced('then', 'µs', 6, { slowness: 3 }),
    )
    expect(found).toContain('| then | ≤ 3 µs | 6 (2) | met |  |  |')
    expect(found).toContain('| soon | ≤ 3 s | 6 (3) | met |  |  |')
    expect(found.find((line) => line.startsWith('| late'))).toContain('| 6.02 (3.01) | **not met**')
    expect(found.find((line) => line.startsWith('| large'))).toContain('| 6 | **not met**')
  })

  it('marks targets without a measurement as not measured, with the reason', () => {
    const found = lines(
      { what: 'workers', target: least, measured: undefined, because: 'there is one core' },
      { what: 'strange', target: most, measured: Number.NaN },
    )
    expect(found).toContain('| workers | ≥ 0.85 × bare | there is one core | not measured |  |  |')
    expect(found.find((line) => line.startsWith('| strange'))).toContain('not measured')
    expect(found.join('\n')).toContain('0 of 2 targets are met, 0 are not, 2 were not measured.')
  })
})
