/** Disks that fail: one that fails on command, through a shim compiled here, and one of a few megabytes. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The faults: no space, read-only, input/output errors, failing sync, slow sync. */
export const diskFaults = ['full', 'read-only', 'failing', 'unsynced', 'slow'] as const
export type DiskFault = (typeof diskFaults)[number]

export interface FaultyDisk {
  readonly folder: string
  /** The environment of a program whose writes to the folder fail. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the fault from now on; undefined for none. */
  order(fault: DiskFault | undefined): Promise<void>
  remove(): Promise<void>
}

/** Creates a folder on a disk that fails on command. Returns the reason where that is not possible. */
export async function faultyDisk(): Promise<FaultyDisk | string> {
  const home = await mkdtemp(join(tmpdir(), 'fasti-faults-'))
  const [shim, order, folder] = ['shim.so', 'order', 'data'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  const remove = () => rm(home, { recursive: true, force: true })
  try {
    const source = resolve(import.meta.dirname, 'shim.c')
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl'], { stdio: 'pipe' })
  } catch {
    await remove()
    return 'there is no C compiler here, or this is no Linux'
  }
  await mkdir(folder)
  await writeFile(order, '')
  return {
    folder,
    env: { LD_PRELOAD: shim, FAULT_FOLDER: `${folder}/`, FAULT_ORDER: order },
    order: (fault) => writeFile(order, fault ?? ''),
    remove,
  }
}

/** Creates a disk of that many MiB in memory. Returns the reason where that is not possible. */
export async function smallDisk(
  mebibytes: number,
): Promise<{ readonly folder: string; remove(): Promise<void> } | string> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    await rm(folder, { recursive: true })
    return 'only root can mount a small disk'
  }
  return {
    folder,
    async remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
      await rm(folder, { recursive: true })
    },
  }
}
