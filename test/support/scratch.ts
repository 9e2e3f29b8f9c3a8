/** Temporary folders of tests: in memory where there is room, so that tests do not wait for a disk. */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Several times the bytes that a run uses at most. Containers often have only 64 MB there. */
const room = 2 ** 30

/** Whether the folders are in memory. */
export async function hasMemoryFolder(): Promise<boolean> {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize >= room
}

/** The environment variable with the folder of a run. */
const ROOT = 'FASTI_TEST_SCRATCH'

/** Vitest calls this before the first test, and the returned function after the last: it removes what tests have left. */
export async function setup(): Promise<() => Promise<void>> {
  const root = await scratch('fasti-tests-')
  // The user of a PostgreSQL server reaches its folder through this one.
  await chmod(root, 0o711)
  process.env[ROOT] = root
  return () => rm(root, { recursive: true, force: true })
}

/**
 * Creates an empty folder whose name begins with `prefix`. It is removed at the end of a run of Vitest; elsewhere by the
 * caller. Programs can't be executed there.
 */
export async function scratch(prefix: string): Promise<string> {
  const root = process.env[ROOT] ?? ((await hasMemoryFolder()) ? memory : tmpdir())
  return mkdtemp(join(root, prefix))
}
