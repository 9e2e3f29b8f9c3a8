/** The documentation page (contract §7): the published document as HTML that needs no script to be read. */

import { type Language, languages, type PageWording, pageWordOf } from '../../locales/index.ts'
import { listAt, type Node, nodeAt, nodesOf, textAt } from './doc-node.ts'
import { article, type Entry, type Page } from './doc-operation.ts'
import { schemaSection } from './doc-schema.ts'
import { html, type Markup, prose } from './markup.ts'

/** What the page is made of besides the document. */
export interface Surroundings {
  readonly language: Language
  /** Addresses of the style and the script. */
  readonly style: string
  readonly script: string
  /** The address of this page under another root. */
  readonly inLanguage: (language: Language) => string
}

const verbs = ['get', 'post', 'patch', 'put', 'delete'] as const

/** An entry that has what another operation has besides, such as the parameters of POST alone. */
function joined(entry: Entry, method: string, other: Node): Entry {
  const known = new Set(listAt(entry.operation, 'parameters').map((one) => JSON.stringify(one)))
  const more = listAt(other, 'parameters').filter((one) => !known.has(JSON.stringify(one)))
  const operation = {
    ...entry.operation,
    parameters: [...listAt(entry.operation, 'parameters'), ...more],
    responses: { ...nodeAt(other, 'responses'), ...nodeAt(entry.operation, 'responses') },
  }
  return { ...entry, methods: [...entry.methods, method], operation }
}

/** The operations of an address; methods that do the same are one. */
function entriesOf(path: string, item: Node): readonly Entry[] {
  const found = new Map<string, Entry>()
  const shown = verbs.filter((verb) => item[verb] !== undefined)
  // PATCH has the plain name among the methods that update, so that one comes first.
  for (const verb of [...shown].sort((a, b) => Number(b === 'patch') - Number(a === 'patch'))) {
    const operation = nodeAt(item, verb)
    const summary = textAt(operation, 'summary')
    const known = found.get(summary)
    const method = verb.toUpperCase()
    const first = { id: textAt(operation, 'operationId'), path, methods: [method], operation }
    found.set(summary, known === undefined ? first : joined(known, method, operation))
  }
  const order = (entry: Entry) => shown.findIndex((verb) => entry.methods.includes(verb.toUpperCase()))
  return [...found.values()].sort((a, b) => order(a) - order(b))
}

interface Chapter {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly entries: readonly Entry[]
}

function chaptersOf(document: Node): readonly Chapter[] {
  const all = nodesOf(nodeAt(document, 'paths')).flatMap(([path, item]) => entriesOf(path, item))
  return listAt(document, 'tags').map((tag) => {
    const name = textAt(tag, 'name')
    const entries = all.filter(
      ({ operation }) => Array.isArray(operation.tags) && operation.tags.includes(name),
    )
    return { name, title: textAt(tag, 'x-displayName'), description: textAt(tag, 'description'), entries }
  })
}

function contents(chapters: readonly Chapter[], word: PageWording): Markup {
  const each = chapters.map(
    ({ name, title, entries }) =>
      html`<li><a href="#${name}">${title}</a><ul>${entries.map(
        ({ id, operation }) => html`<li><a href="#${id}">${textAt(operation, 'summary')}</a></li>`,
      )}</ul></li>`,
  )
  return html`<nav aria-label="${word('page.contents')}"><ul>${each}<li><a href="#schemas">${word('page.schemas')}</a></li></ul></nav>`
}

/** What a language calls itself. */
const nameOf = (language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(language)

function head(title: string, { language, inLanguage }: Surroundings, word: PageWording): Markup {
  const others = languages.map(
    (one) =>
      html`<li><a href="${inLanguage(one)}" hreflang="${one}" lang="${one}"${one === language && html` aria-current="page"`}>${nameOf(one)}</a></li>`,
  )
  return html`<header><h1>${title}</h1><form role="search" class="search"><label for="search">${word('page.search')}</label><input id="search" type="search" autocomplete="off"><span id="found" role="status"></span></form><p class="token"><label for="token">${word('page.token')}</label><input id="token" type="password" autocomplete="off" spellcheck="false"></p><nav aria-label="${word('page.languages')}"><ul class="languages">${others}</ul></nav></header>`
}

function chapter({ name, title, description, entries }: Chapter, page: Page): Markup {
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${title}</h2>${prose(description)}${entries.map((one) => article(one, page))}</section>`
}

/** The page, as text. */
export function docPage(document: Node, surroundings: Surroundings): string {
  const { language, style, script } = surroundings
  const word: PageWording = pageWordOf(language)
  const info = nodeAt(document, 'info')
  const title = `${textAt(info, 'title')} ${textAt(info, 'version')}`
  const chapters = chaptersOf(document)
  const page: Page = { document, word }
  const { markup } = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="stylesheet" href="${style}"><script type="module" src="${script}"></script></head><body data-found="${word('page.found')}" data-failed="${word('page.failed')}" data-copy="${word('page.copy')}" data-copied="${word('page.copied')}"><a class="skip" href="#main">${word('page.skip')}</a>${head(
    title,
    surroundings,
    word,
  )}<div class="columns">${contents(chapters, word)}<main id="main">${prose(textAt(info, 'description'))}<p><code>${textAt(listAt(document, 'servers')[0] ?? {}, 'url')}</code></p>${chapters.map(
    (one) => chapter(one, page),
  )}${schemaSection(document, word)}</main></div></body></html>
`
  return markup
}
