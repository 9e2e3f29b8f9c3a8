import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsIn, literalSpreadsIn, parametersIn, treeOf } from './support/syntax.ts'

const src = resolve(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const all = files.map((file) => ({ file, tree: treeOf(file, readFileSync(join(src, file), 'utf8')) }))

const LONGEST = 40
const MOST_PARAMETERS = 4

describe('functions', () => {
  it('have at most 40 lines of body, besides a table of data that they return', () => {
    const long = all.flatMap(({ file, tree }) =>
      functionsIn(tree)
        .filter(({ size }) => size > LONGEST)
        .map(({ line, name, size }) => `${file}:${line} ${name} has ${size} lines`),
    )
    expect(long).toEqual([])
  })

  it('have at most four parameters', () => {
    const wide = all.flatMap(({ file, tree }) =>
      parametersIn(tree)
        .filter(({ size }) => size > MOST_PARAMETERS)
        .map(({ line, name, size }) => `${file}:${line} ${name} has ${size} parameters`),
    )
    expect(wide).toEqual([])
  })

  it('spread only values that exist elsewhere, never a literal', () => {
    const spread = all.flatMap(({ file, tree }) => literalSpreadsIn(tree).map((line) => `${file}:${line}`))
    expect(spread).toEqual([])
  })
})

describe('the measure of functions', () => {
  const one = (text: string) => treeOf('one.ts', text)
  const lines = (count: number) => '  step()\n'.repeat(count)

  it('counts the lines between the braces of a body', () => {
    expect(functionsIn(one(`function a() {\n${lines(41)}}`))).toEqual([{ line: 1, name: 'a', size: 41 }])
    expect(functionsIn(one('const b = () =>\n  one(\n  )'))).toEqual([{ line: 1, name: 'b', size: 2 }])
  })

  it('leaves out a table that a function returns, and counts one with functions', () => {
    expect(functionsIn(one(`function a() {\n${lines(2)}  return {\n    b: 1,\n  }\n}`))[0]?.size).toBe(2)
    expect(functionsIn(one('function a() {\n  return {\n    b() {\n    },\n  }\n}'))[0]?.size).toBe(4)
  })

  it('finds spreads of literals, but not of what a condition or a call gives', () => {
    expect(literalSpreadsIn(one('f({ ...{ a: 1 } })\ng([...[1]])'))).toEqual([1, 2])
    expect(literalSpreadsIn(one('f({ ...(a && { b: 1 }), ...c({ d: 1 }) })'))).toEqual([])
  })
})
