/** The fonts of browser tests: one set at a time, independent of the machine. */
import { readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** A family of fonts, by the first letters of its files. */
export type FontSet = 'DejaVu' | 'Liberation' | 'Noto'

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
]

/** Files of the set that pages use: a serif and a sans-serif in their styles. */
const wanted = (set: FontSet) => new RegExp(`^${set}(?:Sans|Serif)-?[A-Za-z]*\\.(?:ttf|otf)$`)

function below(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  } catch {
    return []
  }
}

const installed = folders.flatMap(below)

/** The font files of the set on this machine, as paths; empty if it is not installed. */
export function fontFiles(set: FontSet): readonly string[] {
  return installed.filter((file) => wanted(set).test(basename(file)))
}

/** The first of the sets that is installed here. */
export function firstInstalled(sets: readonly FontSet[]): FontSet | undefined {
  return sets.find((set) => fontFiles(set).length > 0)
}

const preferring = (generic: string, family: string) =>
  `<alias binding="strong"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`

/** Writes a fontconfig file with only this set into an empty folder. Returns its path. */
export async function fontConfigIn(folder: string, set: FontSet): Promise<string> {
  const fonts = join(folder, 'fonts')
  await mkdir(fonts)
  for (const file of fontFiles(set)) await symlink(file, join(fonts, basename(file)))
  const path = join(folder, 'fonts.conf')
  const places = `<dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir>`
  const generic = `${preferring('serif', `${set} Serif`)}${preferring('sans-serif', `${set} Sans`)}`
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
  await writeFile(path, `${head}<fontconfig>${places}${generic}</fontconfig>\n`)
  return path
}
