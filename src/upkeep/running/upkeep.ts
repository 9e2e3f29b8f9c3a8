/** The tools of the upkeep of a service: how it is set up, a test of its e-mail, back-ups and the full export. */
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { sendTestMail } from '../../mail/test-mail.ts'
import type { LetterLook } from '../../representations/mail/letter.ts'
import { sqliteFileOf } from '../../store/check/existing-database.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import type { UpkeepTools } from '../tools.ts'
import { backUpsOf } from './back-ups.ts'
import { spawnOwnCommand } from './own-program.ts'

/** Returns an address without the login and the query, either of which may hold a secret. */
function withoutLogin(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname === '/' ? '' : pathname}`
}

async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found && found.bavail * found.bsize
}

async function storageOf({ databaseUrl, dataDir, bucket }: Config): ReturnType<UpkeepTools['storage']> {
  const isSqlite = databaseUrl.startsWith('sqlite:')
  const file = resolve(sqliteFileOf(databaseUrl) ?? dataDir)
  const free = await Promise.all([resolve(dataDir), ...(isSqlite ? [dirname(file)] : [])].map(freeBytes))
  const known = free.filter((bytes) => bytes !== undefined)
  return {
    database: isSqlite ? 'sqlite' : 'postgres',
    databasePlace: isSqlite
      ? sqliteFileOf(databaseUrl) === undefined
        ? ''
        : file
      : withoutLogin(databaseUrl),
    images: bucket === undefined ? 'folder' : 'bucket',
    imagesPlace: bucket === undefined ? join(resolve(dataDir), 'media') : `${bucket.name}/${bucket.prefix}`,
    free: known.length === 0 ? undefined : Math.min(...known),
  }
}

/** Returns how e-mail is sent, without its password. */
function mailOf({ mail }: Config): UpkeepTools['mail'] {
  if (mail === undefined) return undefined
  const { protocol, host, username } = new URL(mail.url)
  const { name, address } = mail.from
  return {
    server: host,
    isEncrypted: protocol === 'smtps:',
    signsIn: username !== '',
    from: name === '' ? address : `${name} <${address}>`,
  }
}

/** Returns what `fasti export` writes. The stream fails where the command does, so that no part passes for the whole. */
function exported(config: Config): Readable {
  const child = spawnOwnCommand(['export', '-'], config)
  const lines = new PassThrough()
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-500)
  })
  child.stdout?.pipe(lines, { end: false })
  child.once('error', (error) => lines.destroy(error))
  child.once('close', (code) => {
    if (code === 0) lines.end()
    else lines.destroy(new Error(`fasti export ended with ${code}: ${said}`))
  })
  // The client may be gone before the end.
  lines.once('close', () => child.kill())
  return lines
}

/** Returns the tools of the upkeep of a service. `letterLook` is how e-mail looks now, `siteName` the name of the calendar, `now` seconds since 1970 UTC. */
export function upkeepToolsOf(
  config: Config,
  {
    letterLook,
    siteName,
    now,
  }: {
    readonly letterLook: () => Promise<LetterLook>
    readonly siteName: (language: InterfaceLanguageCode) => Promise<string>
    readonly now: () => number
  },
): UpkeepTools {
  const backUps = backUpsOf(config, now)
  const { mail } = config
  return {
    mail: mailOf(config),
    storage: () => storageOf(config),
    tryMail:
      mail === undefined
        ? undefined
        : async (to, language) =>
            sendTestMail(mail, { to, language, site: await siteName(language), look: await letterLook() }),
    backUps: backUps.standing,
    startBackUp: backUps.start,
    exported: () => exported(config),
  }
}
