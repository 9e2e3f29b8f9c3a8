/** An image that was built, and what is tried with it. */
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { freePort } from '../../test/support/free-port.ts'
import type { Program } from '../../test/support/programs.ts'
import { within } from '../../test/support/within.ts'

/** An image that was built. */
export interface BuiltImage {
  /** The command of the image, without its arguments. */
  readonly entry: readonly string[]
  /** The arguments that the image runs by default. */
  readonly args: readonly string[]
  /** The command of the health check. */
  readonly health: readonly string[]
  /** Starts a command in the image with more variables. The files that it writes stay for the next command. */
  start(command: readonly string[], env: Readonly<Record<string, string>>): Program
  /** Ends a command that `start` has started, as a container engine does. */
  stop(program: Program): Promise<void>
  /** Removes the image and the files that its commands have written. */
  remove(): Promise<void>
}

/** A builder of an image from the Dockerfile and `.dockerignore` in `root`. */
export interface ImageSource {
  readonly root: string
  /** Whether the packages of `root` are used instead of installing them. */
  readonly isShort: boolean
}

/** Seconds. */
const PATIENCE = 120

/** Runs a command of the image to its end. Throws with what it said if its exit code is not 0. */
async function ran(
  image: BuiltImage,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const program = image.start(command, env)
  const ended = new Promise((resume) => program.once('close', resume))
  program.stdin.end()
  const [said, failed, code] = await Promise.all([text(program.stdout), text(program.stderr), ended])
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code} in the image:\n${said}${failed}`)
  return said
}

/** Resolves when the service writes that it is ready. Throws if it ends before. */
async function ready(program: Program): Promise<void> {
  program.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: program.stdout }))
    if (line.includes('Fasti is ready')) return
  throw new Error('The service of the image ended before it was ready.')
}

/**
 * Adds a user in the image, as which HOST may be any address, starts the service, runs the health check and stops the service. Returns
 * the version of the program. Throws if one of them fails.
 */
export async function tryImage(image: BuiltImage): Promise<string> {
  const env = { PORT: String(await freePort()) }
  const version = await ran(image, [...image.entry, '--version'], env)
  await ran(image, [...image.entry, 'user', 'add', 'ada', '--role', 'administrator'], env)
  const service = image.start([...image.entry, ...image.args], env)
  try {
    await within(PATIENCE, 'the service of the image', ready(service))
    await ran(image, image.health, env)
  } finally {
    await image.stop(service)
  }
  return version.trim()
}
