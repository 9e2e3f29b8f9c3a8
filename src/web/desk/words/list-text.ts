/** Lists of words or names in the language of the desk. */
import { language } from './index.ts'

const separator = language === 'ja' ? '、' : ', '

/** Returns texts as one, parted as the language does. */
export const listText = (texts: readonly string[]): string => texts.join(separator)
