/** Exports and imports within a test. */
import { localModeActor } from '../../src/api/policy.ts'
import type { ImportSetup, ImportTally } from '../../src/calendars/import/importer.ts'
import { importJsonLinesFile } from '../../src/calendars/import/json-lines.ts'
import { currentMoment } from '../../src/commands/opened-store.ts'
import { exportedLines } from '../../src/formats/jsonl/export.ts'
import { mediaLibraryOf } from '../../src/media/library.ts'
import { globalId } from '../../src/representations/urls.ts'
import type { Store } from '../../src/store/store.ts'

const HERE = 'https://here.example'

/** The options of an import. */
export function importing(store: Store, more: Partial<ImportSetup> & { base?: string } = {}): ImportSetup {
  const { base = HERE, ...rest } = more
  return {
    store,
    now: () => currentMoment({ zone: 'America/New_York' }),
    caller: {
      actor: localModeActor,
      currency: undefined,
      // As if the files of images were copied before.
      images: { ...mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] }), has: async () => true },
    },
    globalId: (name, id) => globalId({ base }, name, id),
    isFatal: () => false,
    isStrict: false,
    onProgress: () => {},
    ...rest,
  }
}

async function* bytes(...pieces: readonly (string | Uint8Array)[]) {
  for (const piece of pieces) yield Buffer.from(piece as string)
}

/** Imports the lines. */
export const load = (
  store: Store,
  text: string | readonly (string | Uint8Array)[],
  more = {},
): Promise<ImportTally> =>
  importJsonLinesFile(typeof text === 'string' ? bytes(text) : bytes(...text), importing(store, more))

/** Exports everything stored. */
export async function dump(store: Store, base = HERE): Promise<string> {
  const view = {
    moment: currentMoment({ zone: 'America/New_York' }),
    globalId: importing(store, { base }).globalId,
  }
  return store.snapshot(async (kept) => {
    let text = ''
    for await (const line of exportedLines(kept, view)) text += line
    return text
  })
}
