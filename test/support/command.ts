/** Runs commands in this process: their output and exit code, as in `main.ts`. */
import { PassThrough } from 'node:stream'
import { vi } from 'vitest'
import { loadCommandNamed } from '../../src/commands/run.ts'
import type { Ended } from './process.ts'

/** Runs `fasti ARGS`; `input` is its standard input. An expected error gives code 1 and its message. */
export async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
): Promise<Ended> {
  const [name, ...rest] = args
  const found = name === undefined ? undefined : await loadCommandNamed(name)
  if (found === undefined) throw new Error(`no command ${name}`)
  const printed = { stdout: '', stderr: '' }
  const capture = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text)
      return true
    })
  const captured = [capture('stdout'), capture('stderr')]
  const giveBack = input === undefined ? undefined : givenInput(input)
  try {
    return { code: await found.run(rest, env), ...printed }
  } catch (error) {
    return { code: 1, stdout: printed.stdout, stderr: error instanceof Error ? error.message : String(error) }
  } finally {
    for (const one of captured) one.mockRestore()
    giveBack?.()
  }
}

/** Gives this process a standard input. Returns what gives it its own back. */
function givenInput(text: string): () => void {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  const value = new PassThrough().end(text)
  Object.defineProperty(process, 'stdin', { value, configurable: true })
  return () => Object.defineProperty(process, 'stdin', own)
}
