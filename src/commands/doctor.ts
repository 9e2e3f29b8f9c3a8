/** `fasti doctor`: checks whether this machine meets the requirements of Fasti. */
import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { countSeriesBehindHorizon } from '../actions/series/making.ts'
import { commandActor } from '../api/policy.ts'
import { messageForUnknownVariable, unknownVariableNames } from '../config/variables.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { VERSION_WITH_COMMIT } from '../contract/version.ts'
import { offsetSeconds } from '../domain/time/zones.ts'
import { mailServerFault } from '../mail/courier.ts'
import { hasFontsForLanguage } from '../media/drawing.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { OLDEST_NODE } from '../node-version.ts'
import type { OidcSettings, SamlSettings } from '../oidc/rules.ts'
import { databaseFacts, firstFileDamage, sqliteFileOf } from '../store/check/existing-database.ts'
import { DAMAGE_REMEDY } from '../store/database/damage.ts'
import { unavailabilityReason } from '../store/database/dialects.ts'
import { type Command, databaseReason, parseOptions, UsageError } from './command.ts'
import { currentMoment, withStore } from './opened-store.ts'

// The findings of `fasti doctor`.

/** A line of its report: fine, a warning, or an error. */
export interface Finding {
  readonly state: 'ok' | 'look' | 'wrong'
  readonly text: string
}

const findingOf = (state: Finding['state'], text: string): Finding => ({ state, text })

// Checks for `fasti doctor` whether the background work of the service is up to date.

/** Reports series whose occurrences do not exist up to the horizon. */
async function seriesFindings(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const context = { moment: currentMoment(config), actor: commandActor, currency: config.currency }
  const late = await withStore(config, (store) =>
    countSeriesBehindHorizon({
      ...context,
      store,
      horizon: config.horizon,
      images: mediaLibraryOf(config),
    }),
  )
  if (late === 0) return [findingOf('ok', 'series: all occurrences exist up to FASTI_SERIES_HORIZON')]
  return [
    findingOf('look', `series: ${late} lack occurrences; fasti serve makes them, at start and every hour`),
  ]
}

/** Reports webhooks that the service switched off, and changes that wait to be delivered. */
async function webhookFindings(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const { inStep, failing, switchedOff, waiting } = await withStore(config, (store) =>
    store.webhooks.standing(),
  )
  const findings = [
    ...(switchedOff > 0
      ? [findingOf('look', `webhooks: ${switchedOff} switched off; the desk says why, and switches them on`)]
      : []),
    ...(failing > 0
      ? [findingOf('look', `webhooks: ${failing} failed at the last attempt; waiting deliveries: ${waiting}`)]
      : []),
  ]
  return findings.length > 0 ? findings : [findingOf('ok', `webhooks: ${inStep} in step`)]
}

/** Reports images that have no pictures for pages yet. */
async function pagePictureFindings(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const waiting = await withStore(config, (store) => store.countWithoutPictures())
  if (waiting === 0) return [findingOf('ok', 'pictures: all images have their pictures for pages')]
  return [findingOf('look', `pictures: ${waiting} images have none for pages yet; fasti serve makes them`)]
}

// Checks for `fasti doctor` of what the service uses besides its database: the bucket of images, the mail server, fonts, the issuer.

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Reports whether the bucket of images can be listed. Whether it can be written to shows at the first upload. */
async function bucketFindings(config: Config): Promise<readonly Finding[]> {
  if (config.bucket === undefined) return []
  const { name } = config.bucket
  try {
    for await (const _ of mediaLibraryOf(config).all()) break
    return [findingOf('ok', `bucket: ${name} can be listed; upload an image to try writing`)]
  } catch (error) {
    return [findingOf('wrong', `bucket: ${name} can not be listed: ${messageOf(error)}`)]
  }
}

/** Reports whether the mail server accepts a connection and the login. Nothing is sent. */
async function mailFindings({ mail }: Pick<Config, 'mail'>): Promise<readonly Finding[]> {
  if (mail === undefined) return []
  const { host } = new URL(mail.url)
  const fault = await mailServerFault(mail)
  return [
    fault === undefined
      ? findingOf('ok', `mail: ${host} accepts the connection and the login`)
      : findingOf('wrong', `mail: ${host} can not be used: ${fault}`),
  ]
}

/** Reports whether the images that messengers show of events have letters. */
async function fontFindings({ language }: Pick<Config, 'language'>): Promise<readonly Finding[]> {
  if (await hasFontsForLanguage(language))
    return [findingOf('ok', 'fonts: images of events show their texts')]
  const needed = language === 'ja' ? 'fonts-noto-cjk' : 'fonts-dejavu-core'
  return [
    findingOf(
      'look',
      `fonts: images of events show boxes instead of letters; install fonts, such as ${needed}`,
    ),
  ]
}

/** The message of an error with those of its causes: that of a request names the fault of the connection last. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? `${error.message}: ${reasonOf(error.cause)}`
    : messageOf(error)

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Reports what of the configuration an issuer's description does not fit, and what it offers. */
function descriptionFindings(
  described: Readonly<Record<string, unknown>>,
  oidc: OidcSettings,
): readonly Finding[] {
  const scopes = textsIn(described.scopes_supported)
  const lacking = scopes.length === 0 ? [] : oidc.scopes.split(' ').filter((one) => !scopes.includes(one))
  const claims = textsIn(described.claims_supported)
  const named = new Set(oidc.rules.map(({ claim }) => claim.split('.')[0] ?? claim))
  const unknown = claims.length === 0 ? [] : [...named].filter((one) => !claims.includes(one))
  const offers = [
    described.end_session_endpoint === undefined ? 'no sign-out' : 'sign-out',
    described.backchannel_logout_supported === true ? 'back-channel logout' : 'no back-channel logout',
  ]
  return [
    findingOf('ok', `sign-in: ${oidc.issuer} describes itself, with ${offers.join(' and ')}`),
    ...lacking.map((one) =>
      findingOf('look', `sign-in: the issuer does not list the scope ${one} of FASTI_OIDC_SCOPES`),
    ),
    ...unknown.map((one) =>
      findingOf('look', `sign-in: the issuer does not list the claim ${one}, which FASTI_OIDC_ROLES names`),
    ),
  ]
}

async function issuerFindings(settings: OidcSettings): Promise<readonly Finding[]> {
  const { issuerDescription } = await import('../oidc/sign-in.ts')
  return descriptionFindings(await issuerDescription(settings), settings)
}

/** Days before the end of metadata in which it is told. */
const SOON = 7

/** Reports what the metadata of an identity provider say. */
async function metadataFindings(settings: SamlSettings): Promise<readonly Finding[]> {
  const { readIdentityProvider } = await import('../saml/metadata.ts')
  const { entityId, signInUrl, wantsSignedRequests, keys, validUntil } = await readIdentityProvider(settings)
  const left = validUntil === undefined ? undefined : validUntil - Temporal.Now.instant().epochMilliseconds
  const described = `sign-in: ${entityId} describes itself in ${settings.metadata}, with its sign-in at ${signInUrl} and ${keys.length === 1 ? 'a key' : `${keys.length} keys`}`
  const known = `sign-in: the identity provider must know this service as ${settings.entityId}`
  if (left !== undefined && left <= 0)
    return [findingOf('wrong', `sign-in: the metadata of ${entityId} are over (validUntil)`)]
  return [
    findingOf('ok', described),
    findingOf('ok', known),
    ...(wantsSignedRequests
      ? [
          findingOf(
            'look',
            'sign-in: the identity provider asks for signed requests (WantAuthnRequestsSigned), which this service does not send; switch that off there for this service',
          ),
        ]
      : []),
    ...(left !== undefined && left < SOON * 86_400_000
      ? [findingOf('look', `sign-in: the metadata of ${entityId} end within ${SOON} days (validUntil)`)]
      : []),
  ]
}

/** Reports what the issuer of the organisation's sign-in says of itself. Whether it takes the secret shows at the first sign-in. */
async function organisationFindings({ signIn }: Pick<Config, 'signIn'>): Promise<readonly Finding[]> {
  if (signIn === undefined) return []
  const [address, read] =
    signIn.protocol === 'saml'
      ? [signIn.metadata, () => metadataFindings(signIn)]
      : [signIn.issuer, () => issuerFindings(signIn)]
  return read().catch((error: unknown) => [
    findingOf('wrong', `sign-in: ${address} can not be used: ${reasonOf(error)}`),
  ])
}

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
