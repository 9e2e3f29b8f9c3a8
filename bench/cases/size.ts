/** The size of an installation: the built program and the packages that are installed with it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/build.ts'
import { componentsOf } from '../../scripts/sbom.ts'
import type { Case, Measured } from '../case.ts'
import type { Stage } from '../stage.ts'

const MB = 1e6

/** The bytes of the files in a folder, with all below it. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

async function run({ root }: Stage): Promise<Measured> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const folders = componentsOf(packages, []).map(({ path }) => join(root, path))
  // A folder of its own: dist also has the files of earlier builds.
  const dist = mkdtempSync(join(tmpdir(), 'fasti-size-'))
  await build(dist)
  const sizes = [dist, ...folders].filter(existsSync).map(bytesIn)
  rmSync(dist, { recursive: true })
  const measured = sizes.reduce((sum, size) => sum + size, 0) / MB
  return {
    findings: [
      { what: 'an installation on this machine', target: { is: 'at most', value: 100, of: 'MB' }, measured },
    ],
    figures: [],
  }
}

export const size: Case = {
  name: 'size',
  method: 'The bytes of the built program and of the packages that are installed with it, for this platform.',
  run,
}
