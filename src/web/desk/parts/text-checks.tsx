import type { ComponentChildren } from 'preact'
import { t } from '../words/index.ts'

// Warnings about what makes a text hard for people who do not see it. They come while writing, and block nothing.

/** Words of links that say nothing of where they lead, by language, without signs and spaces around. */
const vagueWords: Readonly<Record<string, readonly string[]>> = {
  en: ['here', 'click here', 'click', 'link', 'more', 'read more', 'more info', 'this', 'this link'],
  de: ['hier', 'hier klicken', 'klick hier', 'klicken sie hier', 'mehr', 'weiterlesen', 'mehr infos'],
  fr: ['ici', 'cliquez ici', 'cliquer ici', 'lien', 'plus', 'en savoir plus', 'lire la suite'],
  es: ['aquí', 'haga clic aquí', 'clic aquí', 'pulse aquí', 'enlace', 'más', 'leer más', 'más información'],
  it: ['qui', 'clicca qui', 'cliccare qui', 'leggi tutto', 'di più', 'scopri di più', 'continua'],
  nl: ['klik hier', 'meer', 'lees meer', 'meer info', 'lees verder', 'deze link'],
  pt: ['aqui', 'clique aqui', 'leia mais', 'mais', 'saiba mais', 'mais informações'],
  ja: ['こちら', 'ここ', 'ここをクリック', 'こちらをクリック', 'リンク', '詳細', '続きを読む', 'もっと見る'],
}
const vague: ReadonlySet<string> = new Set(Object.values(vagueWords).flat())

const MANY_SIGNS = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu

const plainOf = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim()

function linkWarnings(root: Element): readonly string[] {
  return [...root.querySelectorAll('a[href]')].flatMap((link) => {
    const text = plainOf(link)
    const named = text || link.querySelector('img')?.getAttribute('alt') || ''
    if (named === '') return [t('check.link.empty')]
    const bare = text.toLowerCase().replace(MANY_SIGNS, '')
    return bare === '' || vague.has(bare) ? [t('check.link', { text })] : []
  })
}

/** A level that leaves out another one; the texts of items begin at the third. */
function headingWarnings(root: Element): readonly string[] {
  let last = 2
  return [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')].flatMap((heading) => {
    const level = Number(heading.tagName.slice(1))
    const text = plainOf(heading)
    const isSkipping = level > last + 1
    last = Math.max(level, 2)
    if (text === '') return [t('check.heading.empty')]
    return isSkipping ? [t('check.heading.skip', { text })] : []
  })
}

/** Paragraphs all in bold, which look like headings and are none. */
function boldWarnings(root: Element): readonly string[] {
  return [...root.querySelectorAll('p')].flatMap((paragraph) => {
    const text = plainOf(paragraph)
    const bold = [...paragraph.querySelectorAll('strong, b')].map(plainOf).join('')
    return text !== '' && text === bold && paragraph.nextElementSibling !== null
      ? [t('check.heading.bold', { text })]
      : []
  })
}

const imageWarnings = (root: Element): readonly string[] =>
  [...root.querySelectorAll('img:not([alt]), img[alt=""]')].map(() => t('check.image'))

function warningsOf(html: string): readonly string[] {
  if (!html.includes('<')) return []
  // The document is never shown, so that nothing of it runs or loads.
  const root = new DOMParser().parseFromString(html, 'text/html').body
  const all = [linkWarnings, headingWarnings, boldWarnings, imageWarnings].flatMap((check) => check(root))
  return [...new Set(all)]
}

/** The warnings about an HTML text, told to screen readers as they come. */
export function HtmlTextWarnings({ html }: { readonly html: string }): ComponentChildren {
  const warnings = warningsOf(html)
  return (
    <div role="status" class="checks">
      {warnings.length > 0 && (
        <ul>
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
