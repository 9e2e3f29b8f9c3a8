import { describe, expect, it } from 'vitest'
import { aliasStartupLines } from '../../src/commands/serving.ts'
import { readConfig } from '../../src/config.ts'
import { pluginDialects as dialects } from '../../src/dialects/index.ts'
import { languageRootsOf } from '../../src/http/language-roots.ts'

const town = 'https://town.example'
const announced = (aliases: string, base = town) => {
  const config = readConfig({ FASTI_BASE_URL: base, FASTI_ALIASES: aliases })
  return aliasStartupLines(languageRootsOf({ ...config, dialects }), config.baseUrl, dialects).map((line) =>
    line.join(' '),
  )
}
const plugin = `alias ${town}/wp-json/tribe/events/v1, with tec/v1 and wp/v2 beside it`

describe('the messages at the start', () => {
  it('name each alias, and the additional namespaces of an alias of The Events Calendar', () => {
    expect(announced('')).toEqual([])
    expect(announced('/wp-json:tribe/events/v1,/old:cal/v0')).toEqual([plugin, `alias ${town}/old/cal/v0`])
    expect(announced(':tribe/events/v1')).toEqual([
      `alias ${town}/tribe/events/v1, with tec/v1 and wp/v2 beside it`,
    ])
  })

  it('name aliases whose API can’t be discovered from a page, because the pages are elsewhere', () => {
    const note = (site: string, base: string) =>
      `note pages are at ${town}${base}/: programs that look for the interface at ${town}${site}/ do not find it, so give them the address of the alias`
    expect(announced('/wp-json:tribe/events/v1', `${town}/calendar`)).toEqual([plugin, note('', '/calendar')])
    expect(announced('/blog/wp-json:tribe/events/v1').at(-1)).toBe(note('/blog', ''))
    for (const [aliases, base] of [
      ['/calendar/wp-json:tribe/events/v1', `${town}/calendar`],
      // The index at the root of an alias links the API itself.
      [':tribe/events/v1', `${town}/calendar`],
      ['/old:cal/v0', `${town}/calendar`],
    ] as const)
      expect(announced(aliases, base).join('\n'), aliases).not.toContain('note')
  })
})
