/** `fasti doctor`: checks whether this machine meets the requirements of Fasti. */
import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { messageForUnknownVariable, unknownVariableNames } from '../config/variables.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { VERSION_WITH_COMMIT } from '../contract/version.ts'
import { offsetSeconds } from '../domain/time/zone-offset.ts'
import { OLDEST_NODE } from '../node-version.ts'
import { databaseFacts, firstFileDamage } from '../store/check/database-facts.ts'
import { sqliteFileOf } from '../store/check/existing-database.ts'
import { DAMAGE_REMEDY } from '../store/database/damage.ts'
import { unavailabilityReason } from '../store/database/dialects.ts'
import { pagePictureFindings, seriesFindings, webhookFindings } from './diagnosis/background-work.ts'
import { type Finding, findingOf } from './diagnosis/finding.ts'
import { bucketFindings, fontFindings, mailFindings, organisationFindings } from './diagnosis/outside.ts'
import { type Command, parseOptions, UsageError } from './support/command.ts'
import { databaseReason } from './support/reasons.ts'

const help = `Usage: fasti doctor

Checks configuration, versions, zone data, clock, disk, permissions and database of this machine and, on SQLite, the database
file; the bucket of images (FASTI_MEDIA) and the mail server (FASTI_SMTP_URL), without writing or sending anything; what the
issuer of the organisation's sign-in says of itself (FASTI_OIDC_ISSUER, FASTI_SAML_METADATA); and the fonts for images of events. Each line begins with ok, look (a warning) or wrong (an error). The exit code is 1 if any line is
wrong. It changes nothing. To verify the stored data, use fasti check.`

const MIN_FREE_BYTES = 512 * 1024 * 1024
/** The largest accepted difference of two clocks, in seconds. */
const MAX_DIFFERENCE = 5

/** Reports environment variables that begin with FASTI_ and that Fasti does not know. */
function configuration(env: Environment): readonly Finding[] {
  const unknown = unknownVariableNames(env)
  if (unknown.length === 0) return [findingOf('ok', 'configuration: every variable is known and valid')]
  return unknown.map((name) => findingOf('look', `configuration: ${messageForUnknownVariable(name)}`))
}

/** The fault of a Node that is too old is reported before any command runs. */
const versions = (): readonly Finding[] => [
  findingOf(
    'ok',
    `versions: Fasti ${VERSION_WITH_COMMIT}, Node ${process.versions.node} (${OLDEST_NODE} or newer is needed)`,
  ),
]

/** Checks that the zone data is recent, by zones whose rules changed in the last years. */
function zones(): readonly Finding[] {
  const at = Temporal.Instant.from('2024-07-01T00:00:00Z').epochMilliseconds / 1000
  const isFull = offsetSeconds('Europe/Rome', at) === 7200 && offsetSeconds('Asia/Almaty', at) === 18_000
  const data = `zone data ${process.versions.tz ?? 'unknown'}`
  return [
    isFull
      ? findingOf('ok', data)
      : findingOf('look', `${data}: older than 2024; a newer version of Node has newer data`),
  ]
}

function clock(database: number | undefined): readonly Finding[] {
  const now = Temporal.Now.instant()
  if (now.epochMilliseconds < Temporal.Instant.from('2026-01-01T00:00:00Z').epochMilliseconds)
    return [
      findingOf('wrong', `clock: ${now.toString()} is wrong; set the clock and synchronise it with NTP`),
    ]
  const apart = database === undefined ? 0 : Math.abs(now.epochMilliseconds / 1000 - database)
  if (apart > MAX_DIFFERENCE)
    return [findingOf('wrong', `clock: it differs from that of the database server by ${apart.toFixed(0)} s`)]
  return [findingOf('ok', `clock: ${now.toString({ smallestUnit: 'second' })}`)]
}

async function folder(path: string): Promise<readonly Finding[]> {
  const inside = await stat(path).catch(() => undefined)
  const there = inside === undefined ? dirname(resolve(path)) : path
  const isWritable = await access(there, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return [findingOf('wrong', `data folder: this user cannot write to ${there}`)]
  const { bavail, bsize } = await statfs(there)
  const free = `${((Number(bavail) * Number(bsize)) / 2 ** 30).toFixed(1)} GiB free`
  const isLow = Number(bavail) * Number(bsize) < MIN_FREE_BYTES
  return [findingOf(isLow ? 'wrong' : 'ok', `data folder: ${resolve(path)}, ${free}`)]
}

/** Reports database files and back-ups that every user of this machine can read. */
async function readable({ dataDir, databaseUrl }: Config): Promise<readonly Finding[]> {
  const file = resolve(sqliteFileOf(databaseUrl) ?? join(dataDir, 'fasti.db'))
  const findings: Finding[] = []
  for (const path of new Set([resolve(dataDir), dirname(file)])) {
    const inside = await stat(path).catch(() => undefined)
    if (inside === undefined || (inside.mode & 0o001) === 0) continue
    for (const name of await readdir(path)) {
      if (!/\.db(-wal)?$|\.backup$/.test(name) && name !== basename(file)) continue
      if (((await stat(join(path, name))).mode & 0o004) !== 0)
        findings.push(
          findingOf(
            'look',
            `permissions: every user of this machine can read ${name}; chmod o= it in ${path}`,
          ),
        )
    }
  }
  return findings
}

/** The finding for a database that cannot be queried. */
function unreadable(error: unknown, { databaseUrl }: Config): Finding {
  const said = databaseReason(error, databaseUrl)
  const remedy =
    unavailabilityReason(error) === 'damaged' && !said.includes(DAMAGE_REMEDY) ? `. ${DAMAGE_REMEDY}` : ''
  return findingOf('wrong', `database: ${said}${remedy}`)
}

async function wholeness({ databaseUrl }: Config): Promise<readonly Finding[]> {
  const damage = await firstFileDamage(databaseUrl)
  return damage === undefined
    ? []
    : [findingOf('wrong', `database: its file is damaged (${damage}). ${DAMAGE_REMEDY}`)]
}

async function database(
  config: Config,
): Promise<{ readonly now?: number; readonly findings: readonly Finding[]; readonly isCurrent: boolean }> {
  try {
    const { version, now, beforeRelease, pending, unknown } = await databaseFacts(config.databaseUrl)
    const findings = [
      findingOf('ok', `database: ${version}`),
      ...(beforeRelease === undefined ? [] : [findingOf('wrong', `database: ${beforeRelease}`)]),
      ...pending.map((name) =>
        findingOf('look', `database: ${name} is not applied yet; fasti serve applies it`),
      ),
      ...unknown.map((name) => findingOf('wrong', `database: ${name} belongs to a newer version of Fasti`)),
      ...(await wholeness(config)),
    ]
    const isCurrent = findings.every(({ state }) => state === 'ok')
    return { findings, isCurrent, ...(now !== undefined && { now }) }
  } catch (error) {
    return { findings: [unreadable(error, config)], isCurrent: false }
  }
}

async function replica({ databaseReadUrl }: Config): Promise<readonly Finding[]> {
  if (databaseReadUrl === undefined) return []
  try {
    return [findingOf('ok', `replica: ${(await databaseFacts(databaseReadUrl)).version}`)]
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    return [findingOf('look', `replica: ${why}; while it is unavailable, DATABASE_URL is read`)]
  }
}

export const doctor: Command = {
  help,
  async run(args, env) {
    if (parseOptions(args, {}).positionals.length > 0)
      throw new UsageError('fasti doctor takes no arguments.')
    const config = readConfig(env)
    const kept = await database(config)
    const findings = [
      ...configuration(env),
      ...versions(),
      ...zones(),
      ...clock(kept.now),
      ...(await folder(config.dataDir)),
      ...(await readable(config)),
      ...kept.findings,
      ...(await seriesFindings(config, kept.isCurrent)),
      ...(await webhookFindings(config, kept.isCurrent)),
      ...(await pagePictureFindings(config, kept.isCurrent)),
      ...(await replica(config)),
      ...(await bucketFindings(config)),
      ...(await mailFindings(config)),
      ...(await fontFindings(config)),
      ...(await organisationFindings(config)),
    ]
    for (const { state, text } of findings) process.stdout.write(`${state.padEnd(6)}${text}\n`)
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0
  },
}
