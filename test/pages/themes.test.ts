import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toneMapForCategoryIds } from '../../src/domain/categories.ts'
import { colorContrast, colorReadableOnBackground, sixDigitHexColor } from '../../src/domain/color.ts'
import { bundledThemeNames } from '../../src/http/site/themes.ts'
import { distance, greenBlind, redBlind } from '../support/colour-sight.ts'

const web = new URL('../../src/web/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, web), 'utf8')

type Colors = ReadonlyMap<string, string>

/** The custom properties of a theme over the defaults, in light and dark mode. */
function coloursOf(theme: string): readonly [light: Colors, dark: Colors] {
  const sheets = [read('design/tokens.css'), ...(theme === 'fasti' ? [] : [read(`themes/${theme}.css`)])]
  const found = (texts: readonly string[]) =>
    new Map(
      texts.flatMap((text) =>
        [...text.matchAll(/--([a-z\d-]+):\s*(#[\da-f]+);/g)].map(
          ([, name = '', color = '']) => [name, sixDigitHexColor(color) ?? ''] as const,
        ),
      ),
    )
  const [light, dark] = [0, 1].map((at) => sheets.map((text) => text.split('@media')[at] ?? ''))
  return [found(light ?? []), found([...(light ?? []), ...(dark ?? [])])]
}

describe('themes', () => {
  it('are those of the folder', () => {
    expect(readdirSync(new URL('themes/', web)).sort()).toEqual(
      bundledThemeNames
        .slice(1)
        .map((name) => `${name}.css`)
        .sort(),
    )
  })

  it('have texts and marks with enough contrast on every surface, in light and dark mode', () => {
    for (const theme of bundledThemeNames)
      for (const [at, colours] of coloursOf(theme).entries()) {
        const color = (name: string) => colours.get(name) ?? ''
        for (const paper of ['paper', 'raised', 'sunken', 'blush'])
          for (const ink of ['ink', 'quiet', 'link', 'red', 'warning'])
            expect([theme, at, ink, paper, colorContrast(color(ink), color(paper)) >= 4.5]).toEqual([
              theme,
              at,
              ink,
              paper,
              true,
            ])
        expect([theme, at, colorContrast(color('on-red'), color('red')) >= 4.5]).toEqual([theme, at, true])
        for (const paper of ['paper', 'raised'])
          expect([theme, at, paper, colorContrast(color('edge'), color(paper)) >= 3]).toEqual([
            theme,
            at,
            paper,
            true,
          ])
      }
  })
})

/** A colour over another with this share, as `color-mix` mixes them, nearly. */
function tinted(color: string, paper: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [over, under] = [color, paper].map((one) => Number.parseInt(one.slice(at, at + 2), 16))
    return Math.round(Number(over) * share + Number(under) * (1 - share))
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const TONES = 12

describe('the twelve hues of categories', () => {
  it('can be read in every theme on every surface and on their own tint', () => {
    const low = bundledThemeNames.flatMap((theme) =>
      coloursOf(theme).flatMap((colours, at) => {
        const color = (name: string) => colours.get(name) ?? ''
        return Array.from({ length: TONES }, (_, tone) => color(`tone-${tone}`)).flatMap((tone) => [
          ...['paper', 'raised', 'sunken']
            .filter((paper) => !(colorContrast(tone, color(paper)) >= 4.5))
            .map((paper) => [theme, at, tone, paper]),
          ...(colorContrast(tone, tinted(tone, color('raised'), at === 0 ? 0.12 : 0.16)) >= 4.5
            ? []
            : [[theme, at, tone, 'tint']]),
        ])
      }),
    )
    expect(low).toEqual([])
  })

  it('differ from each other, and each much from the next two', () => {
    for (const colours of coloursOf('fasti')) {
      const tones = Array.from({ length: TONES }, (_, tone) => colours.get(`tone-${tone}`) ?? '')
      expect(new Set(tones).size).toBe(TONES)
      for (const [at, tone] of tones.entries())
        for (const step of [1, 2]) {
          const other = tones[(at + step) % TONES] ?? ''
          for (const seen of [(one: string) => one, redBlind, greenBlind])
            expect([tone, other, distance(seen(tone), seen(other)) > 0.04]).toEqual([tone, other, true])
        }
    }
  })

  it('are no shades of one dark tone: all differ by hue, and from the red of what is cancelled', () => {
    const [light] = coloursOf('fasti')
    const tones = Array.from({ length: TONES }, (_, tone) => light?.get(`tone-${tone}`) ?? '')
    for (const [at, tone] of tones.entries())
      for (const other of [...tones.slice(0, at), light?.get('warning') ?? ''])
        expect([tone, other, distance(tone, other) > 0.09]).toEqual([tone, other, true])
  })

  it('are all used before one is used twice, and stay when others come and go', () => {
    const tones = (ids: readonly number[]) => [...toneMapForCategoryIds(ids).values()]
    expect(tones([1, 9, 13])).toEqual([1, 9, 2])
    expect(new Set(tones(Array.from({ length: 12 }, (_, at) => at * 8 + 1))).size).toBe(12)
    expect(new Set(tones(Array.from({ length: 24 }, (_, at) => at * 12))).size).toBe(12)
    expect(toneMapForCategoryIds([1, 2, 5]).get(5)).toBe(toneMapForCategoryIds([1, 5]).get(5))
  })
})

describe('the colour of a category', () => {
  it('is darkened on light and lightened on dark backgrounds, only as far as necessary', () => {
    expect(colorReadableOnBackground('#1d4f91', '#f2eee5')).toBe('#1d4f91')
    for (const color of ['#ffcc00', '#ffffff', '#777777', '#00ff00', '#000000'])
      for (const paper of ['#f2eee5', '#2a2620'])
        expect([color, paper, colorContrast(colorReadableOnBackground(color, paper), paper) >= 4.5]).toEqual([
          color,
          paper,
          true,
        ])
  })

  it('may have three or six digits', () => {
    expect(['#ABC', ' #aabbcc ', 'red', '#12', '#12345g'].map(sixDigitHexColor)).toEqual([
      '#aabbcc',
      '#aabbcc',
      undefined,
      undefined,
      undefined,
    ])
  })
})
