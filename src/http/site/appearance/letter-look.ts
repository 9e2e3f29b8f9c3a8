/** The look of e-mail: the colours of the theme, and the logo of the site. */
import { bitmapFileOfImage, representEmbeddedImage } from '../../../representations/json/image.ts'
import type { LetterLook } from '../../../representations/mail/letter.ts'
import type { Store } from '../../../store/store.ts'
import { readThemes } from './theme.ts'
import { colorsOfTheme } from './theme-colors.ts'

/** Returns a function that reads the look of e-mail from the settings. Throws if the configured theme can't be read. */
export function letterLookReader(
  store: Pick<Store, 'settings' | 'media'>,
  { theme, baseUrl }: { readonly theme: string; readonly baseUrl: string },
): () => Promise<LetterLook> {
  const themes = readThemes(theme)
  const root = { base: baseUrl, url: baseUrl, namespace: '' }
  return async () => {
    const { theme: chosen, logo } = await store.settings()
    const { paper, raised, ink, quiet, accent, onAccent } = colorsOfTheme(themes.find(chosen))
    const media = logo === undefined ? undefined : await store.media(Number(logo))
    return {
      paper: paper.light,
      raised: raised.light,
      ink: ink.light,
      quiet: quiet.light,
      accent: accent.light,
      onAccent: onAccent.light,
      logo: media && bitmapFileOfImage(representEmbeddedImage(media, root)).url,
    }
  }
}
