import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildVersion, commitOf, sectionOf, versionOf } from '../../scripts/version.ts'
import { runProgram } from '../support/programs.ts'
import { scratch } from '../support/scratch.ts'

const changelog =
  '# Changelog\n\nWords.\n\n## Unreleased\n\n- New.\n\n## 1.3.0 (unreleased)\n\n- Better.\n\n## 1.2.0 (2027-01-31)\n\n- Good.\n'

describe('the version of a build', () => {
  it('is that of package.json with the commit, a -dev until its section of the changelog has a date', () => {
    expect(sectionOf(changelog, '1.3.0')).toEqual({ isReleased: false, text: '- Better.' })
    expect(sectionOf(changelog, '1.2.0')).toEqual({ isReleased: true, text: '- Good.' })
    for (const [version, isReleased, commit, shown] of [
      ['1.3.0', false, '1a2b3c4d', '1.3.0-dev+1a2b3c4d'],
      ['1.3.0', true, '1a2b3c4d', '1.3.0+1a2b3c4d'],
      ['1.3.0-rc.1', false, '1a2b3c4d', '1.3.0-dev+1a2b3c4d'],
      ['1.3.0-rc.1', true, '1a2b3c4d', '1.3.0-rc.1+1a2b3c4d'],
      ['1.3.0', false, '', '1.3.0-dev'],
      ['1.3.0', true, '', '1.3.0'],
    ] as const)
      expect(buildVersion(version, isReleased, commit)).toBe(shown)
  })

  it('is refused where the changelog has no section for it, such as with a date that is not one', () => {
    for (const text of ['', '# Changelog\n\n## Unreleased\n', '## 1.3 (unreleased)\n', '## 1.3.0 (soon)\n'])
      expect(() => sectionOf(text, '1.3.0')).toThrow('has no section “## 1.3.0 (unreleased)”')
  })

  describe('in a repository', () => {
    let root: string
    const git = (...args: readonly string[]) =>
      runProgram('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root })
    beforeEach(async () => {
      root = await scratch('fasti-version-')
      await writeFile(join(root, 'CHANGELOG.md'), changelog)
      await writeFile(join(root, 'package.json'), '{ "version": "1.3.0" }')
    })
    afterEach(() => rm(root, { recursive: true }))

    it('has its commit, and says so if files differ from it; a folder within it, or of no repository, has none', async () => {
      expect([commitOf(root), versionOf(root, '')]).toEqual(['', '1.3.0-dev'])
      expect(versionOf(root, 'abcdef12')).toBe('1.3.0-dev+abcdef12')
      await git('init', '--quiet')
      await git('add', '.')
      await git('commit', '--quiet', '--message', 'First')
      const commit = (await git('rev-parse', 'HEAD')).stdout.slice(0, 8)
      expect(versionOf(root, '')).toBe(`1.3.0-dev+${commit}`)
      await writeFile(join(root, 'new.txt'), 'not of the repository')
      expect(commitOf(root)).toBe(commit)
      await mkdir(join(root, 'inner'))
      expect(commitOf(join(root, 'inner'))).toBe('')
      await writeFile(join(root, 'CHANGELOG.md'), `${changelog}\nchanged`)
      expect(commitOf(root)).toBe(`${commit}.modified`)
    })
  })
})
