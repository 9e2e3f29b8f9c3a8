/** The API documentation as an HTML page with a strict Content-Security-Policy. */

import type { Documentation } from '../../documents/index.ts'
import { docPage } from '../../representations/html/doc.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import { assetUrlPath, mapFreePagePolicy } from './assets/assets.ts'

interface Place {
  readonly language: InterfaceLanguageCode
  /** The languages that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  readonly namespace: string
  /** The path of the base address, without a slash at the end. */
  readonly base: string
  /** The name of the calendar. */
  readonly name: string
  /** The name of the style sheet with the colours of the theme. */
  readonly design: string
}

/** A part of the page of an OpenAPI document. */
export function documentationPage(
  document: object,
  { language, languages, namespace, base, name, design }: Place,
  part: string,
): Documentation {
  const page = docPage(
    { ...document },
    {
      language,
      languages,
      name,
      calendar: `${base}/${language}/`,
      icon: assetUrlPath(base, 'icon'),
      font: assetUrlPath(base, 'font'),
      styles: [`${base}/assets/${design}`, assetUrlPath(base, 'docStyle')],
      script: assetUrlPath(base, 'docScript'),
      inLanguage: (other) => `${base}/${other}/${namespace}/doc`,
    },
    part,
  )
  const headers = { 'Content-Security-Policy': mapFreePagePolicy, 'Content-Language': language }
  return { page, headers }
}
