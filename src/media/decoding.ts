/** Prepares images in a child process, which is killed when it takes too long or when the client disconnects. */

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { because, type RefusalReason } from '../problem.ts'
import { DECODING_SECONDS, type ImageOptions, OUT_OF_MEMORY_EXIT_CODE } from './image.ts'
import type { ImageOrFault } from './storage.ts'

/** Milliseconds until a decoder without a result is killed. Normally it stops by itself before. */
const MAX_TIME = (DECODING_SECONDS + 5) * 1000
/** Milliseconds without a job after which the decoder ends, to free its memory. */
const MAX_IDLE = 10_000

const { resolve } = createRequire(import.meta.url)

/** Read at start: a later build may replace the file. Beside the program, or in `dist` where it runs from source. */
const program = ['./decoder.js', '../decoder.js', '../../dist/decoder.js']
  .map((place) => new URL(place, import.meta.url))
  .filter((place) => existsSync(place))
  .map((place) => readFileSync(place, 'utf8'))[0]

/** The arguments of Node.js that run the decoder: its text, or its source if nothing was built. */
const decoderArgs = (): readonly string[] =>
  program === undefined
    ? ['--import', 'tsx', fileURLToPath(new URL('./decoder.ts', import.meta.url))]
    : ['--input-type=module', '--eval', program]

/** Starts a decoder. It gets no environment, which has secrets. */
export const startDecoder = (): ChildProcess =>
  spawn(process.execPath, [...decoderArgs()], {
    // The folder in which its imports are resolved.
    cwd: dirname(resolve('sharp')),
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })

const fault = (reason: RefusalReason) => ({ fault: reason })

/** The fault of an image whose decoder has ended. */
function faultOf(code: number | null, isLate: boolean): ImageOrFault {
  if (isLate) return fault(because('slow_image', { most: DECODING_SECONDS }))
  return code === OUT_OF_MEMORY_EXIT_CODE ? fault(because('heavy_image')) : fault(because('unreadable_image'))
}

/** Sends an image to a decoder. Kills it when time is up or `gone` is aborted; then throws the reason of `gone`. */
function decoded(
  child: ChildProcess,
  job: { readonly bytes: Buffer; readonly wish: ImageOptions },
  maxTime: number,
  gone: AbortSignal | undefined,
): Promise<ImageOrFault> {
  return new Promise((done, fail) => {
    let isLate = false
    const kill = () => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      isLate = true
      kill()
    }, maxTime)
    const end = () => {
      clearTimeout(timer)
      gone?.removeEventListener('abort', kill)
      child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error')
    }
    gone?.addEventListener('abort', kill, { once: true })
    child.once('message', (message: { readonly prepared: ImageOrFault }) => {
      end()
      done(message.prepared)
    })
    child.once('exit', (code) => {
      end()
      if (gone?.aborted === true) fail(gone.reason)
      else done(faultOf(code, isLate))
    })
    child.once('error', (error) => {
      end()
      fail(error)
    })
    child.send(job)
  })
}

/** Prepares an image, as `prepareImage` does. Throws the reason of `gone` once that is aborted. */
type Decode = (bytes: Buffer, gone?: AbortSignal, wish?: ImageOptions) => Promise<ImageOrFault>

/**
 * Returns a function that prepares one image at a time in a decoder, which starts with the first image and ends when it has
 * been idle. `start` starts a decoder, which is killed after `maxTime` milliseconds without a result.
 */
export function imagePreparer(start = startDecoder, maxTime = MAX_TIME): Decode {
  let idle: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined
  /** The process of the service may end while its decoder is idle. */
  const rest = (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null || !child.connected) return
    idle = child
    child.unref()
    child.channel?.unref()
    ending = setTimeout(() => {
      idle = undefined
      child.kill()
    }, MAX_IDLE)
    ending.unref()
  }
  const wake = () => {
    clearTimeout(ending)
    const child = idle?.connected === true ? idle : start()
    idle = undefined
    child.ref()
    child.channel?.ref()
    return child
  }
  return async (bytes, gone, wish = {}) => {
    gone?.throwIfAborted()
    const child = wake()
    const prepared = await decoded(child, { bytes, wish }, maxTime, gone)
    rest(child)
    return prepared
  }
}
