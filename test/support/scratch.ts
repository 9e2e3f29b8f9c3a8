/** Folders for what a test keeps for a moment: in memory where there is room, so that nobody waits for a disk. */
import { existsSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that a run has in use at most, several times over: containers often have no more there than 64 MB. */
const room = 2 ** 30

async function place(): Promise<string> {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize >= room ? memory : tmpdir()
}

/** Makes an empty folder whose name begins with `prefix`; whoever asks for it removes it. Programs are not to be run from there. */
export async function scratch(prefix: string): Promise<string> {
  return mkdtemp(join(await place(), prefix))
}
