import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { colorOf, colourContrast, readableOn } from '../../src/domain/color.ts'
import { ownThemes } from '../../src/http/site/appearance/theme.ts'

const web = new URL('../../src/web/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, web), 'utf8')

type Colors = ReadonlyMap<string, string>

/** The custom properties of a theme over the defaults, in light and dark mode. */
function coloursOf(theme: string): readonly [light: Colors, dark: Colors] {
  const sheets = [read('palette.css'), ...(theme === 'fasti' ? [] : [read(`themes/${theme}.css`)])]
  const found = (texts: readonly string[]) =>
    new Map(
      texts.flatMap((text) =>
        [...text.matchAll(/--([a-z-]+):\s*(#[\da-f]+);/g)].map(
          ([, name = '', color = '']) => [name, colorOf(color) ?? ''] as const,
        ),
      ),
    )
  const [light, dark] = [0, 1].map((at) => sheets.map((text) => text.split('@media')[at] ?? ''))
  return [found(light ?? []), found([...(light ?? []), ...(dark ?? [])])]
}

describe('themes', () => {
  it('are those of the folder', () => {
    expect(readdirSync(new URL('themes/', web)).sort()).toEqual(
      ownThemes
        .slice(1)
        .map((name) => `${name}.css`)
        .sort(),
    )
  })

  it('have texts and marks with enough contrast on every surface, in light and dark mode', () => {
    for (const theme of ownThemes)
      for (const [at, colours] of coloursOf(theme).entries()) {
        const color = (name: string) => colours.get(name) ?? ''
        for (const paper of ['paper', 'raised', 'sunken', 'blush'])
          for (const ink of ['ink', 'quiet', 'link', 'red', 'warning'])
            expect([theme, at, ink, paper, colourContrast(color(ink), color(paper)) >= 4.5]).toEqual([
              theme,
              at,
              ink,
              paper,
              true,
            ])
        expect([theme, at, colourContrast(color('on-red'), color('red')) >= 4.5]).toEqual([theme, at, true])
        for (const paper of ['paper', 'raised'])
          expect([theme, at, paper, colourContrast(color('edge'), color(paper)) >= 3]).toEqual([
            theme,
            at,
            paper,
            true,
          ])
      }
  })
})

describe('the colour of a category', () => {
  it('is darkened on light and lightened on dark backgrounds, only as far as necessary', () => {
    expect(readableOn('#1d4f91', '#f2eee5')).toBe('#1d4f91')
    for (const color of ['#ffcc00', '#ffffff', '#777777', '#00ff00', '#000000'])
      for (const paper of ['#f2eee5', '#2a2620'])
        expect([color, paper, colourContrast(readableOn(color, paper), paper) >= 4.5]).toEqual([
          color,
          paper,
          true,
        ])
  })

  it('may have three or six digits', () => {
    expect(['#ABC', ' #aabbcc ', 'red', '#12', '#12345g'].map(colorOf)).toEqual([
      '#aabbcc',
      '#aabbcc',
      undefined,
      undefined,
      undefined,
    ])
  })
})
