import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { colorContrast } from '../support/inside/domain.ts'
import { type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects())
  describe(`a colour of the site’s own on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(() => service.close())

    /** The values of a property in light and in dark surroundings, as the style sheet of pages ends up with them. */
    const shown = async (property: string) => {
      const page: string = (await service.get('//calendar/')).body
      const [at = ''] = /\/assets\/site-[\w-]+\.css/.exec(page) ?? []
      const whole: string = (await service.get(`/${at}`)).body
      // The last rules are those of printing.
      const css = whole.slice(0, whole.lastIndexOf('@media print'))
      const dark = /@media[^{]*prefers-color-scheme:\s*dark[^{]*\{\s*:root\s*\{[^}]*\}\s*\}/g
      const last = (style: string) =>
        [...style.matchAll(new RegExp(`--${property}:\\s*(#[0-9a-f]{6})`, 'g'))].at(-1)?.[1] ?? ''
      return [last(css.replaceAll(dark, '')), last((css.match(dark) ?? []).join(''))] as const
    }

    it.each(['#ffee00', '#000000', '#ffffff', '#7a1f5c'])(
      'can be read in every theme: %s',
      async (accent_color) => {
        for (const theme of ['fasti', 'slate', 'meadow', 'plain']) {
          const { body } = await service.patch('/settings', { accent_color, theme }, ada)
          expect(body.accent_color).toBe(accent_color)
          const [reds, ons, papers, raised, blush] = [
            await shown('red'),
            await shown('on-red'),
            await shown('paper'),
            await shown('raised'),
            await shown('blush'),
          ]
          for (const at of [0, 1] as const)
            for (const under of [papers[at], raised[at], blush[at], ons[at]])
              expect(colorContrast(reds[at], under), `${theme} ${at} ${under}`).toBeGreaterThanOrEqual(4.5)
        }
      },
    )

    it('is that of the theme again once it is cleared, and none that is no colour', async () => {
      const before = await shown('red')
      await service.patch('/settings', { accent_color: '#7A1F5C' }, ada)
      expect(await shown('red')).not.toEqual(before)
      expect((await service.get('/settings')).body.accent_color).toBe('#7a1f5c')
      await service.patch('/settings', { accent_color: '' }, ada)
      expect(await shown('red')).toEqual(before)
      const wrong = await service.patch('/settings', { accent_color: 'red;}*{display:none' }, ada)
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['accent_color']])
    })
  })
