import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type BuiltImage,
  builtByBuildah,
  builtInFolders,
  contextByBuildah,
  contextOf,
  hasBuildah,
  tryImage,
} from '../trials/image/image.ts'
import { leaveOut } from './support/left-out.ts'

const source = { root: resolve(import.meta.dirname, '..'), isShort: true }

/** Passes a folder with these files to `use`, and removes it. */
async function withFiles<T>(
  files: Readonly<Record<string, string>>,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'fasti-context-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    return await use(root)
  } finally {
    await rm(root, { recursive: true })
  }
}

describe('the image', () => {
  const tried = async (image: BuiltImage) => {
    try {
      return await tryImage(image)
    } finally {
      await image.remove()
    }
  }

  it('is built from what .dockerignore admits, starts, is healthy, and stops when it is told to', async () => {
    expect(await tried(await builtInFolders(source))).toMatch(/^fasti \d/)
  })

  it('does the same as buildah builds it, as its own user', async ({ skip }) => {
    if (!(await hasBuildah())) {
      leaveOut('The image as buildah builds it: this user has no buildah')
      return skip()
    }
    expect(await tried(await builtByBuildah(source))).toMatch(/^fasti \d/)
  })

  it('is refused with the name of a file that the Dockerfile copies and .dockerignore leaves out', async () => {
    const files = {
      Dockerfile: 'FROM scratch AS build\nCOPY scripts/build.ts scripts/other.ts ./scripts/\nFROM scratch\n',
      '.dockerignore': '*\n!scripts/build.ts\n',
      'scripts/build.ts': '',
      'scripts/other.ts': '',
    }
    await withFiles(files, (root) =>
      expect(builtInFolders({ root, isShort: false })).rejects.toThrow(
        'The Dockerfile copies scripts/other.ts, which .dockerignore does not admit.',
      ),
    )
  })
})

describe('the build context', () => {
  const files = Object.fromEntries(
    [
      ...['a.ts', 'b.md', 'readme', 'src/a.ts', 'src/deep/a.ts', 'src/deep/b.md', 'src/deep/c.db'],
      ...['scripts/build.ts', 'scripts/other.ts', 'docs/a.md', 'docs/deep/a.md', '.hidden', 'x-y/z.ts'],
    ].map((path) => [path, path]),
  )
  // Without exceptions below folders that only a wildcard leaves out: there, builders differ.
  const ignores = [
    '*\n!src\n!scripts/build.ts\nsrc/deep\n!src/deep/a.ts\n',
    '# a comment\n\n  docs  \n/a.ts\n./b.md\nx-y\nread?e\n.h*\nscripts/[a-c]*.ts\n',
    '**/*.md\n!docs/*.md\n*.ts\n**/deep/\n',
  ]

  it('has the files that the last matching line of .dockerignore admits', async () => {
    await withFiles(files, async (root) => {
      expect(contextOf(root, '*\n!src\nsrc/deep\n!src/deep/a.ts\n')).toEqual(['src/a.ts', 'src/deep/a.ts'])
      expect(contextOf(root, '**/*.md\n!docs/*.md\n')).toEqual(
        Object.keys(files)
          .filter((path) => !path.endsWith('.md') || path === 'docs/a.md')
          .sort(),
      )
    })
  })

  it('has the same files as in a builder', async ({ skip }) => {
    if (!(await hasBuildah())) return skip('this user has no buildah')
    await withFiles(files, async (root) => {
      for (const ignore of ignores)
        expect([ignore, contextOf(root, ignore)]).toEqual([ignore, await contextByBuildah(root, ignore)])
    })
  })
})
