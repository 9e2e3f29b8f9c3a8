/** Temporary folders of tests: in memory where there is room, so that tests do not wait for a disk. */
import { existsSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
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

/** Creates an empty folder whose name begins with `prefix`. The caller removes it. Programs can't be executed there. */
export async function scratch(prefix: string): Promise<string> {
  return mkdtemp(join((await hasMemoryFolder()) ? memory : tmpdir(), prefix))
}
