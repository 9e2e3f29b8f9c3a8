/** The published measurements tell of each target that is not met why it is not. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limitOf } from '../../bench/limits.ts'
import { limitText } from '../../bench/report.ts'

const document = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8').split('\n')
const unmet = document.flatMap((line) => {
  const [, what, , , verdict] = line.split(' | ').length > 3 ? line.replace(/^\| /, '| | ').split(' | ') : []
  return verdict?.startsWith('**not met**') ? [{ what: what ?? '', verdict }] : []
})

describe('the published measurements', () => {
  it('have targets that are not met, or say that all are', () => {
    const [, count] = /(\d+) are not/.exec(document.find((line) => / targets are met/.test(line)) ?? '') ?? []
    expect(unmet).toHaveLength(Number(count))
  })

  it.each(unmet)('tell why this is not met: $what', ({ what, verdict }) => {
    const limit = limitOf(what)
    expect(verdict).toBe(`**not met**: ${limit?.title}`)
    expect(document).toContain(limit && limitText(limit))
  })
})
