import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { directionOf } from '../../src/representations/shown-language.ts'

const web = new URL('../../src/web/', import.meta.url)

const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.css$/.test(name))

/** The declarations of a style sheet: property and value. */
function declarationsIn(name: string): readonly (readonly [property: string, value: string])[] {
  const text = readFileSync(new URL(name, web), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map(
    ([, property = '', value = '']) => [property, value.trim()] as const,
  )
}

/** Whether the second of four values (right) differs from the fourth (left). */
function isUneven(property: string, value: string): boolean {
  const values = value.split(/\s+(?![^(]*\))/)
  if (/^(?:scroll-)?(?:margin|padding)$|^inset$|^border-(?:width|style|color)$/.test(property))
    return values.length === 4 && values[1] !== values[3]
  if (property !== 'border-radius') return false
  const [from = '', next = from, across = from, last = next] = values
  return from !== next || across !== last
}

/** Whether a declaration uses physical sides rather than logical ones. */
function isPhysical(property: string, value: string): boolean {
  if (/(?:^|-)(?:left|right)(?:$|-)/.test(property)) return true
  if (/\b(?:left|right)\b/.test(value) || /\btranslate(?:X|3d)?\(/.test(value)) return true
  return isUneven(property, value)
}

describe('the styles', () => {
  it('use logical sides only, so that they work for right-to-left languages', () => {
    expect(files.length).toBeGreaterThan(5)
    for (const name of files) {
      const declarations = declarationsIn(name)
      expect([name, declarations.length > 4 || name.endsWith('desk/style.css')]).toEqual([name, true])
      const physical = declarations.filter(([property, value]) => isPhysical(property, value))
      expect([name, ...physical.map((one) => one.join(': '))]).toEqual([name])
    }
  })

  it('would fail this test with physical sides', () => {
    for (const [property, value] of [
      ['margin-left', '1px'],
      ['left', '0'],
      ['border-top-right-radius', '1px'],
      ['text-align', 'right'],
      ['padding', '0 1px 0 2px'],
      ['border-radius', '1px 0 0 1px'],
      ['transform', 'translateX(1px)'],
    ] as const)
      expect([property, value, isPhysical(property, value)]).toEqual([property, value, true])
    for (const [property, value] of [
      ['margin', '0 1px 2px 1px'],
      ['border-radius', '1px 1px 0 0'],
      ['padding-inline', '0 1px'],
      ['font', '600 var(--small) / 1.4 var(--plain)'],
    ] as const)
      expect([property, value, isPhysical(property, value)]).toEqual([property, value, false])
  })

  it('follow the writing direction of the language', () => {
    expect(['ar', 'he', 'fa', 'ur', 'en', 'ja', 'pt-br'].map(directionOf)).toEqual([
      ...Array(4).fill('rtl'),
      ...Array(3).fill('ltr'),
    ])
  })
})
