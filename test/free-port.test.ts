import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freePort } from './support/free-port.ts'

const PORTS = 150
/** Takes ports until its input ends, so that all processes have theirs at the same time. */
const script = `const { freePort } = await import(${JSON.stringify(join(import.meta.dirname, 'support/free-port.ts'))})
const ports = []
for (let at = 0; at < ${PORTS}; at++) ports.push(await freePort())
console.log(ports.join())
process.stdin.resume()`

it('no two processes get the same port, not even when they ask for more than a block', async () => {
  const own: number[] = []
  const others = Array.from({ length: 3 }, async () => {
    const running = promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      script,
    ])
    await new Promise((resolve) => running.child.stdout?.once('data', resolve))
    return { running, end: () => running.child.stdin?.end() }
  })
  for (let at = 0; at < PORTS; at++) own.push(await freePort())
  const started = await Promise.all(others)
  for (const { end } of started) end()
  const ended = await Promise.all(started.map(({ running }) => running))
  const all = [...own, ...ended.flatMap(({ stdout }) => stdout.trim().split(',').map(Number))]
  expect(all).toHaveLength(4 * PORTS)
  expect(new Set(all).size).toBe(4 * PORTS)
})
