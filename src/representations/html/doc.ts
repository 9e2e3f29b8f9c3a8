/** The documentation page (contract §7): the OpenAPI document as HTML that is readable without JavaScript. */

import { type FindPageText, wordingOf } from '../../words/index.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import {
  allSchemasSection,
  type DocPageContext,
  type DocumentNode,
  entriesOfDocumentNode,
  examplePrograms,
  nodeAt,
  nodeListAt,
  type OperationEntry,
  operationArticle,
  sendLine,
  textAtKeyOfNode,
} from './doc-operation.ts'
import { englishProse, html, type Markup, renderProse } from './markup.ts'

// The overview of the documentation: first steps, and all operations with links to their parts.

/** A group of operations. */
interface DocChapter {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly entries: readonly OperationEntry[]
}

/** The operations that most programs begin with. */
const guides = [
  'create-token',
  'list-events',
  'create-event',
  'update-event',
  'import-file',
  'read-event-as-ics',
  'list-changes',
  'create-media',
]

/** Returns the address of an operation within its part. */
const linkTo = (name: string, id: string) => `?part=${name}#${id}`

function guideLinks(chapters: readonly DocChapter[]): Markup {
  const all = chapters.flatMap(({ name, entries }) => entries.map((entry) => ({ name, entry })))
  const found = guides.flatMap((id) => all.filter(({ entry }) => entry.id === id))
  return html`<ul>${found.map(
    ({ name, entry: { id, operation } }) =>
      html`<li><a href="${linkTo(name, id)}">${textAtKeyOfNode(operation, 'summary')}</a></li>`,
  )}</ul>`
}

/** Returns the sections on authentication, errors, the document itself, and first steps. */
function beginnings(document: DocumentNode, chapters: readonly DocChapter[], word: FindPageText): Markup {
  const url = `${textAtKeyOfNode(nodeListAt(document, 'servers')[0] ?? {}, 'url')}`
  const section = (id: string, title: string, body: Markup) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`
  const code = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`
  const first = `${url}/events?per_page=3`
  const example = { method: 'GET', url: first, needsToken: false, isJson: true }
  return html`${section(
    'first',
    word('page.first'),
    html`${examplePrograms('code-first', word('page.examples'), example, 3)}${sendLine('try-first', word)}<form class="try" id="try-first" method="get" action="${new URL(url).pathname}/events" data-path="/events"><input type="hidden" name="per_page" value="3"></form>`,
  )}${section(
    'authentication',
    word('page.auth'),
    html`${renderProse(word('page.auth.text'))}${code(`curl '${url}/session' -H "Authorization: Bearer $TOKEN"`)}`,
  )}${section(
    'errors',
    word('page.errors'),
    html`${renderProse(word('page.errors.text'))}${code('{ "code": "rest_invalid_param", "message": "…", "data": { "status": 400, "params": { "start_date": "…" } } }')}<p><a href="?part=schemas#schema-Problem">Problem</a></p>`,
  )}${section(
    'openapi',
    'OpenAPI',
    html`${renderProse(word('page.openapi.text'))}${code(`curl '${url}/doc' -H 'Accept: application/json'`)}`,
  )}${section('guides', word('page.guides'), guideLinks(chapters))}`
}

/** Returns the overview. Its chapters name their operations; the parts describe them. */
function docOverview(
  document: DocumentNode,
  chapters: readonly DocChapter[],
  word: FindPageText,
  info: Markup,
): Markup {
  const each = chapters.map(
    ({ name, title, description, entries }) =>
      html`<section aria-labelledby="${name}"><h2 id="${name}"><a href="?part=${name}">${title}</a></h2>${englishProse(description)}<details class="folded"><summary>${word('page.contents')} <span class="limit">${entries.length}</span></summary><ul class="operations">${entries.map(
        ({ id, path, methods, operation }) =>
          html`<li class="entry" id="${id}"><a href="${linkTo(name, id)}">${textAtKeyOfNode(operation, 'summary')}</a> <span class="address">${methods.map(
            (one) => html`<span class="method ${one.toLowerCase()}">${one}</span> `,
          )}<code>${path}</code></span></li>`,
      )}</ul></details></section>`,
  )
  return html`${info}${beginnings(document, chapters, word)}${each}`
}

/** The context of the page. */
interface Surroundings {
  readonly language: InterfaceLanguageCode
  /** The languages that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  /** The name of the calendar, and the URL of its front page. */
  readonly name: string
  readonly calendar: string
  /** URLs of the icon, the font, the style sheets and the script. */
  readonly icon: string
  readonly font: string
  readonly styles: readonly string[]
  readonly script: string
  /** Returns the URL of this page in another language. */
  readonly inLanguage: (language: InterfaceLanguageCode) => string
}

const verbs = ['get', 'post', 'patch', 'put', 'delete'] as const

/** Merges an equivalent operation into an entry. Adds its method, parameters and responses. */
function joined(entry: OperationEntry, method: string, other: DocumentNode): OperationEntry {
  const known = new Set(nodeListAt(entry.operation, 'parameters').map((one) => JSON.stringify(one)))
  const more = nodeListAt(other, 'parameters').filter((one) => !known.has(JSON.stringify(one)))
  const operation = {
    ...entry.operation,
    parameters: [...nodeListAt(entry.operation, 'parameters'), ...more],
    responses: { ...nodeAt(other, 'responses'), ...nodeAt(entry.operation, 'responses') },
  }
  return { ...entry, methods: [...entry.methods, method], operation }
}

/** Returns the operations of a path. Equivalent methods are merged. */
function entriesOf(path: string, item: DocumentNode): readonly OperationEntry[] {
  const found = new Map<string, OperationEntry>()
  const shown = verbs.filter((verb) => item[verb] !== undefined)
  // PATCH comes first, because it has the operation id without a suffix.
  for (const verb of [...shown].sort((a, b) => Number(b === 'patch') - Number(a === 'patch'))) {
    const operation = nodeAt(item, verb)
    const summary = textAtKeyOfNode(operation, 'summary')
    const known = found.get(summary)
    const method = verb.toUpperCase()
    const first = { id: textAtKeyOfNode(operation, 'operationId'), path, methods: [method], operation }
    found.set(summary, known === undefined ? first : joined(known, method, operation))
  }
  const order = (entry: OperationEntry) =>
    shown.findIndex((verb) => entry.methods.includes(verb.toUpperCase()))
  return [...found.values()].sort((a, b) => order(a) - order(b))
}

function chaptersOf(document: DocumentNode): readonly DocChapter[] {
  const all = entriesOfDocumentNode(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(path, item),
  )
  return nodeListAt(document, 'tags').map((tag) => {
    const name = textAtKeyOfNode(tag, 'name')
    const entries = all.filter(
      ({ operation }) => Array.isArray(operation.tags) && operation.tags.includes(name),
    )
    return {
      name,
      title: textAtKeyOfNode(tag, 'x-displayName'),
      description: textAtKeyOfNode(tag, 'description'),
      entries,
    }
  })
}

/** Links of the whole page lead to places in it; links of a part lead to other parts. */
function contents(chapters: readonly DocChapter[], part: string, word: FindPageText): Markup {
  const to = (name: string, id = '') =>
    part === ALL ? `#${id || name}` : `?part=${name}${id === '' ? '' : `#${id}`}`
  const each = chapters.map(
    ({ name, title, entries }) =>
      html`<li><a href="${to(name)}"${part === name && html` aria-current="page"`}>${title}</a>${
        part !== '' &&
        html`<ul>${entries.map(
          ({ id, operation }) =>
            html`<li><a href="${to(name, id)}">${textAtKeyOfNode(operation, 'summary')}</a></li>`,
        )}</ul>`
      }</li>`,
  )
  return html`<nav aria-label="${word('page.contents')}"><ul>${each}<li><a href="${to('schemas')}">${word('page.schemas')}</a></li></ul></nav>`
}

/** Returns the name of a language in that language. */
const nameOf = (language: InterfaceLanguageCode) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language)

function head(
  title: string,
  { language, languages, name, calendar, inLanguage }: Surroundings,
  word: FindPageText,
): Markup {
  const others = languages.map(
    (one) =>
      html`<li><a href="${inLanguage(one)}" hreflang="${one}" lang="${one}"${one === language && html` aria-current="page"`}>${nameOf(one)}</a></li>`,
  )
  return html`<header><p class="mark"><a href="${calendar}">${name}</a></p><h1>${title}</h1><form role="search" class="search" data-all="?part=all"><label for="search">${word('page.search')}</label><input id="search" type="search" autocomplete="off"><span id="found" role="status"></span></form><p class="token"><label for="token">${word('one.token')}</label><input id="token" type="password" autocomplete="off" spellcheck="false"></p>${
    others.length > 1 &&
    html`<nav class="strip" aria-label="${word('languages')}"><ul class="languages">${others}</ul></nav>`
  }</header>`
}

function chapter({ name, title, description, entries }: DocChapter, page: DocPageContext): Markup {
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${title}</h2>${englishProse(description)}${entries.map((one) => operationArticle(one, page))}</section>`
}

/** The part that contains all others. */
const ALL = 'all'

function partOf(
  name: string,
  document: DocumentNode,
  chapters: readonly DocChapter[],
  page: DocPageContext,
): Markup {
  const { word } = page
  const info = html`${englishProse(textAtKeyOfNode(nodeAt(document, 'info'), 'description'))}<p><code>${textAtKeyOfNode(nodeListAt(document, 'servers')[0] ?? {}, 'url')}</code></p>`
  if (name === ALL)
    return html`${info}${chapters.map((one) => chapter(one, page))}${allSchemasSection(document, word)}`
  if (name === 'schemas') return allSchemasSection(document, word)
  const own = chapters.find((one) => one.name === name)
  return own === undefined ? docOverview(document, chapters, word, info) : chapter(own, page)
}

/** Returns a part of the page as HTML text: a chapter by its name, `schemas`, `all`, or by default the overview. */
export function docPage(document: DocumentNode, surroundings: Surroundings, part = ''): string {
  const { language, icon, font, styles, script } = surroundings
  const word: FindPageText = wordingOf(language)
  const info = nodeAt(document, 'info')
  const title = `${textAtKeyOfNode(info, 'title')} ${textAtKeyOfNode(info, 'version')}`
  const chapters = chaptersOf(document)
  const page: DocPageContext = { document, word }
  const { markup } = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="${icon}"><link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>${styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}<script type="module" src="${script}"></script></head><body data-found="${word('page.found', { count: '{count}' })}" data-failed="${word('page.failed')}" data-copy="${word('token.copy')}" data-copied="${word('page.copied')}"><a class="skip" href="#main">${word('skip')}</a>${head(
    title,
    surroundings,
    word,
  )}<div class="columns">${contents(chapters, part, word)}<main id="main">${partOf(part, document, chapters, page)}</main></div></body></html>
`
  // Schemas are a separate part.
  return part === ALL || part === 'schemas'
    ? markup
    : markup.replaceAll('href="#schema-', 'href="?part=schemas#schema-')
}
