import { memoizedByText } from '../support/remembered.ts'

const directions = memoizedByText(100, (language) => {
  const { script = 'Latn' } = new Intl.Locale(language).maximize()
  return ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'].includes(script) ? 'rtl' : 'ltr'
})

/** Returns the writing direction of a language (BCP 47 tag). */
export const directionOf = (language: string): 'ltr' | 'rtl' => directions(language, 0)
