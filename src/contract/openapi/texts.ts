/** The English texts of the document, which `words/en/document.json` has. */
import texts from '../../words/en/document.json' with { type: 'json' }
import { readOnlyFieldWords } from '../resources/fields/index.ts'
import type { ResourceName } from '../resources/index.ts'
import type { SharedParameter, TranslatedParameterName } from './document.ts'

/** The summary and the description of the document, and the descriptions of bodies. */
export const documentTexts = texts.document

/** What surprises in operations, by their ids. */
export const operationDescriptions: Readonly<Record<string, string>> = texts.operations

/** Descriptions of the groups of operations. */
export const operationGroupTexts: Readonly<Record<ResourceName | 'service', string>> = texts.groups

/** Descriptions of the headers of responses. */
export const headerTexts = texts.headers
export type SharedHeaderName = keyof typeof headerTexts

/** Descriptions of the parameters that operations share, except those that tools for assistants describe too. */
export const parameterTexts: Readonly<Record<Exclude<SharedParameter, TranslatedParameterName>, string>> =
  texts.parameters

/** Descriptions of the ways to authenticate. */
export const securityTexts = texts.security

/** Descriptions of responses that several operations have. */
export const responseTexts = texts.responses

/** Descriptions of the statuses of problems. */
export const statusTexts: Readonly<Record<number, string>> = texts.statuses

/** Descriptions of the read-only fields of responses: `series.count` for the schemas with the prefix `series.`, `count` for all others. */
export const readOnlyFieldTexts: Readonly<Record<string, string>> = { ...texts.fields, ...readOnlyFieldWords }

/** Schema → the prefix of its fields among these texts. */
export const prefixesBySchema: Readonly<Record<string, string>> = texts.prefixes

const english: ReadonlySet<string> = new Set([
  ...Object.values(readOnlyFieldTexts),
  ...Object.values(parameterTexts),
])

/** Whether a description of a parameter or a property is English in every language of the document. */
export const isDescriptionOnlyInEnglish = (description: string): boolean => english.has(description)
