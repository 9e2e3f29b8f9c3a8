/** A colour of the site’s own in place of the accent of its theme. */
import { colorContrast, colorReadableOnBackground, mixedColor } from '../../../domain/color.ts'
import { newSharedBudgetCache } from '../../../support/shared-budget-cache.ts'
import type { ThemeParts } from './theme.ts'
import { backgroundsOf, DARK_RULES_START_REGEX } from './theme-colors.ts'

/** How much of the accent the ground of what is chosen has. */
const GROUND = 0.1
const LEAST_CONTRAST = 4.5

/** Returns the declarations of an accent on papers, the first of which is that of pages: readable as a text on each and as the ground of one. */
function accentDeclarations(color: string, papers: readonly string[]): string {
  const blush = mixedColor(papers[0] ?? '#ffffff', color, GROUND)
  const shown = [...papers, blush].reduce(colorReadableOnBackground, color)
  const on = colorContrast(shown, '#ffffff') >= LEAST_CONTRAST ? '#ffffff' : '#000000'
  return `--red:${shown};--on-red:${on};--link:${shown};--blush:${blush}`
}

/** Returns a theme with another accent: its light values before the first dark ones of the theme, its dark ones at the end. */
function made(theme: ThemeParts, color: string): ThemeParts {
  const { light, dark } = backgroundsOf(theme)
  const at = theme.css.search(DARK_RULES_START_REGEX)
  const [before, after] = at < 0 ? [theme.css, ''] : [theme.css.slice(0, at), theme.css.slice(at)]
  const css = `${before}:root{${accentDeclarations(color, light)}}${after}@media (prefers-color-scheme:dark){:root{${accentDeclarations(color, dark)}}}`
  return { ...theme, css }
}

/** The themes with other accents, by their colours and styles: what is derived from a theme is remembered by the object. */
const known = newSharedBudgetCache<string, ThemeParts>()

/** Returns a theme with an accent (`#rrggbb`) of the site’s own; the theme itself for "". */
export function replaceAccentOfTheme(theme: ThemeParts, color: string): ThemeParts {
  if (color === '') return theme
  const key = `${color} ${theme.css}`
  const found = known.get(key)
  if (found !== undefined) return found
  const next = made(theme, color)
  known.set(key, next, 2 * key.length)
  return next
}
