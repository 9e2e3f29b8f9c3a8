/** The English texts of the document that stand between translated ones. */
import { readOnlyFieldTexts } from './fields.ts'
import { parameterTexts } from './parts.ts'

const english: ReadonlySet<string> = new Set([
  ...Object.values(readOnlyFieldTexts),
  ...Object.values(parameterTexts),
])

/** Whether a description of a parameter or a property is English in every language of the document. */
export const isDescriptionOnlyInEnglish = (description: string): boolean => english.has(description)
