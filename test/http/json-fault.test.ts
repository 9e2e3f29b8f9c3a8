import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonFaultOffset } from '../support/inside/service.ts'
import { type TestService, testService } from '../support/service.ts'

/** Text → the offset of its syntax error. */
const cases: readonly (readonly [text: string, position: number])[] = [
  ['', 0],
  ['  ', 2],
  ['{', 1],
  ['{"a":1', 6],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ['{"a"', 4],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['{"a":}', 5],
  ['{"a":1}}', 7],
  ['{"a":1} x', 8],
  ['{"a":1 "b":2}', 7],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['[}', 1],
  ['{]', 1],
  ['[1}', 2],
  ['{"a":"b', 7],
  ['{"a":"b\nc"}', 7],
  ['{"a":"\\x"}', 7],
  ['{"a":"\\u12g4"}', 10],
  ['{"a":"\\u12', 10],
  ['{"a":"\\', 7],
  ['{"a":01}', 6],
  ['{"a":1.}', 7],
  ['{"a":-}', 6],
  ['{"a":-x}', 6],
  ['{"a":1e}', 7],
  ['{"a":1e+}', 8],
  ['{"a":.5}', 5],
  ['{"a":+5}', 5],
  ['{"a":nulx}', 8],
  ['{"a":tru', 8],
  ['{"a":TRUE}', 5],
  ['{"a":NaN}', 5],
  ['{"é😀":1,,}', 9],
  ['\u00a0{}', 0],
  ['{} // note', 3],
]

describe('the position of a JSON syntax error', () => {
  it('is the offset of the first invalid character', () => {
    for (const [text, position] of cases) {
      expect(() => JSON.parse(text), text).toThrow()
      expect([text, jsonFaultOffset(text)]).toEqual([text, position])
    }
  })

  it('is the length of the text if the text is cut off', () => {
    const whole = JSON.stringify({
      title: 'Tea "é" \\ \u2028',
      cost: -1.5e3,
      flags: [true, false, null, {}, []],
    })
    for (let end = 0; end < whole.length; end += 1) {
      const text = whole.slice(0, end)
      expect([text, jsonFaultOffset(text)]).toEqual([text, end])
    }
  })

  it('equals the position in the engine’s message, if it names one', () => {
    const whole = '{"a":[1,-2.5e+3,"x\\u00e9\\n",true,null],"b":{"c":false}}'
    let compared = 0
    for (let at = 0; at < whole.length; at += 1)
      for (const sign of ['x', '"', ',', '}', ']', ':', '0', '-', '.', '\\', '\u0001', ' ']) {
        const text = whole.slice(0, at) + sign + whole.slice(at + 1)
        try {
          JSON.parse(text)
        } catch (error) {
          const position = /position (\d+)/.exec(String(error))?.[1]
          if (position === undefined) continue
          compared += 1
          expect([text, jsonFaultOffset(text)]).toEqual([text, Number(position)])
        }
      }
    expect(compared).toBeGreaterThan(20)
  })

  it('is found in one pass, for deep and long bodies', () => {
    const bodies = [
      '['.repeat(500_000),
      '{"a":'.repeat(100_000),
      `"${'\\\\'.repeat(250_000)}`,
      '1'.repeat(500_000),
    ]
    const started = performance.now()
    for (const body of bodies) expect(jsonFaultOffset(body)).toBe(body.length)
    // About 20 ms; reading each character again would take minutes.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('a body that is not JSON', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
  })
  afterAll(() => service.close())

  it('§6 is refused with the position of the error', async () => {
    for (const [text, position] of cases.filter(([text]) => text.trim() !== '')) {
      const { status, body } = await service.ask('POST', '/events', text, {
        'content-type': 'application/json',
      })
      expect([text, status, body.code, body.data.position]).toEqual([
        text,
        400,
        'rest_invalid_json',
        position,
      ])
      expect(body.message).toContain(`position ${position}`)
    }
  })
})
