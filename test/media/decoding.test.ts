import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { imagePreparer, startDecoder } from '../../src/media/decoding.ts'
import { OUT_OF_MEMORY_EXIT_CODE } from '../../src/media/image.ts'
import { anImage } from '../support/images.ts'

/** A decoder that runs this program instead of its own. */
const running = (program: string): ChildProcess =>
  spawn(process.execPath, ['--eval', program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
const silent = 'process.on("message", () => {}); process.on("disconnect", () => process.exit())'
const ending = (how: string) => `process.on("message", () => ${how})`

describe('an image', () => {
  it('is prepared in a separate process, which the next image uses, too', async () => {
    const started: ChildProcess[] = []
    const decode = imagePreparer(() => {
      const child = startDecoder()
      started.push(child)
      return child
    })
    for (const width of [400, 200]) {
      const prepared = await decode(await anImage(width, 100))
      expect(prepared).toMatchObject({ image: { columns: { width, height: 100 } } })
      if ('image' in prepared) expect(Buffer.isBuffer(prepared.image.files[0]?.bytes)).toBe(true)
    }
    expect(await decode(Buffer.from('text'))).toMatchObject({
      fault: { message: expect.stringContaining('is not a JPEG') },
    })
    expect(started).toHaveLength(1)
    started[0]?.kill()
  })

  it.each([
    ['crashes its process', ending('process.abort()'), 'cannot be read'],
    [
      'takes too much memory',
      ending(`process.exit(${OUT_OF_MEMORY_EXIT_CODE})`),
      'needs too much memory to read',
    ],
    ['takes too long', silent, 'took longer than 30 seconds to read'],
  ])('that %s is refused, and the next one is prepared by another process', async (_, program, fault) => {
    const starts = [() => running(program), startDecoder]
    const maxTime = program === silent ? 300 : 60_000
    const first = imagePreparer(() => (starts.shift() ?? startDecoder)(), maxTime)
    expect(await first(await anImage(8, 8))).toMatchObject({ fault: { message: fault } })
    const next = program === silent ? imagePreparer() : first
    expect(await next(await anImage(8, 8))).toMatchObject({ image: { columns: { width: 8 } } })
  })

  it('that no client waits for any more ends its process', async () => {
    const child = running(silent)
    const gone = new AbortController()
    const left = new Error('left')
    const prepared = imagePreparer(() => child)(await anImage(8, 8), gone.signal)
    const exited = once(child, 'exit')
    gone.abort(left)
    await expect(prepared).rejects.toBe(left)
    expect(child.signalCode ?? (await exited)[1]).toBe('SIGKILL')
  })
})
