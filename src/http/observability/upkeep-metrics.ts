/** The metrics of what keeps a calendar for years: space on the disk, back-ups, e-mail that leaves, and pictures. */
import { statfs } from 'node:fs/promises'
import type { Store } from '../../store/store.ts'
import { gauge } from './metric-families.ts'
import type { MetricFamily } from './metrics.ts'

/** Returns the free space of the fullest disk that has one of these folders. Folders that do not exist are left out. */
export async function diskSpaceMetrics(folders: readonly string[]): Promise<readonly MetricFamily[]> {
  const free = await Promise.all(
    folders.map((folder) =>
      statfs(folder).then(
        ({ bavail, bsize }) => [bavail * bsize],
        () => [],
      ),
    ),
  )
  const known = free.flat()
  return known.length === 0
    ? []
    : [
        gauge(
          'fasti_disk_free_bytes',
          'Free space of the fullest disk with the data folder or the database file.',
          Math.min(...known),
          'bytes',
        ),
      ]
}

/** Returns the time of the last back-up, in seconds since 1970 UTC; nothing if `fasti backup` never made one. */
export async function backUpMetrics(
  lastBackUp: () => Promise<number | undefined>,
): Promise<readonly MetricFamily[]> {
  const time = await lastBackUp().catch(() => undefined)
  return time === undefined
    ? []
    : [
        gauge(
          'fasti_backup_timestamp_seconds',
          'When fasti backup last completed and verified a back-up.',
          time,
          'seconds',
        ),
      ]
}

/** Returns how much e-mail waits, and for how long. `now` is in seconds since 1970 UTC. */
export async function mailMetrics(
  { mail }: Pick<Store, 'mail'>,
  now: number,
): Promise<readonly MetricFamily[]> {
  const found = await mail.standing().catch(() => undefined)
  if (found === undefined) return []
  const age = found.waitingSince === null ? 0 : Math.max(0, now - found.waitingSince)
  return [
    gauge('fasti_mail_waiting', 'E-mails in the queue.', found.waiting),
    gauge('fasti_mail_waiting_seconds', 'Age of the oldest e-mail in the queue.', age, 'seconds'),
  ]
}

/** Returns how many images have no pictures for pages yet. */
export async function metricsOfImagesWithoutPictures(
  store: Pick<Store, 'countWithoutPictures'>,
): Promise<readonly MetricFamily[]> {
  const waiting = await store.countWithoutPictures().catch(() => undefined)
  return waiting === undefined
    ? []
    : [gauge('fasti_pictures_waiting', 'Images without pictures for pages.', waiting)]
}
