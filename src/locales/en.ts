/** English. */
import type { Words } from './index.ts'

export const en: Words = {}
