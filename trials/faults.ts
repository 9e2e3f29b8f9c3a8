/**
 * `npm run trial faults`: runs a service on a disk that is full, read-only, failing or slow, and on one that fills up;
 * reports wrong responses, and whether the stored data is intact afterwards.
 */
import { faultyDisk, filled, smallDisk, suffered } from './faults/run.ts'

function report(name: string, violations: readonly string[]): void {
  process.stdout.write(`${name}: ${violations.length} violations\n`)
  for (const violation of violations) process.stdout.write(`  ${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}

const disk = await faultyDisk()
if (typeof disk === 'string') process.stdout.write(`A failing disk: skipped, since ${disk}.\n`)
else report('A failing disk', await suffered(disk).finally(() => disk.remove()))

const small = await smallDisk(32)
if (typeof small === 'string') process.stdout.write(`A disk that fills up: skipped, since ${small}.\n`)
else report('A disk that fills up', await filled(small.folder).finally(() => small.remove()))
