/** The colours of a theme, for what has no style sheet: the application's manifest and the images that are drawn. */
import { memoizedByObject } from '../../../support/remembered.ts'
import { staticFileText } from '../assets/assets.ts'
import type { Theme } from './theme.ts'

/** A colour in light and in dark surroundings, as `#rrggbb`. */
export interface ThemeColor {
  readonly light: string
  readonly dark: string
}

const DARK = /@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/

/** Returns the last value of a property in a style, if it is a colour in digits. */
function valueIn(style: string, property: string): string | undefined {
  const found = [...style.matchAll(new RegExp(`[\\s;{]${property}:\\s*(#[0-9a-f]{6})\\b`, 'gi'))]
  return found.at(-1)?.[1]
}

const tokens = staticFileText('design/tokens.css')

/** Returns the colour that a property of the design has in a theme. */
function colorOf({ css }: Theme, property: string): ThemeColor {
  const styles = [tokens, css].map((style) => style.split(DARK))
  const [light, dark] = [0, 1].map((at) =>
    styles.flatMap((parts) => valueIn(parts.slice(at, at + 1).join(''), property) ?? []).at(-1),
  )
  return { light: light ?? '#ffffff', dark: dark ?? '#000000' }
}

/** Returns the colours of a theme by their use. */
export const themeColors = memoizedByObject((theme: Theme) => ({
  paper: colorOf(theme, '--paper'),
  ink: colorOf(theme, '--ink'),
  quiet: colorOf(theme, '--quiet'),
  accent: colorOf(theme, '--red'),
}))
