/** The responses with pages: cached for anonymous readers as lists are, private for users and with event passwords. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireScope } from '../../api/policy.ts'
import { MAX_IMAGE_BYTES } from '../../contract/operations/submissions.ts'
import { itemStatusAt } from '../../domain/publication.ts'
import { firstWeekdayOfLocale } from '../../domain/time/locale.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { today } from '../../domain/time/window.ts'
import { bearerChallengeHeaders } from '../../people/sessions.ts'
import { Problem } from '../../problem.ts'
import { dateFormattersOfLocale } from '../../representations/html/site/dates.ts'
import {
  problemPage,
  type SignInRefusal,
  signInRefusalPage,
  signInRefusalStatuses,
} from '../../representations/html/site/problem-page.ts'
import { pathOfUrl, type Site } from '../../representations/html/site/site.ts'
import { baseUrlOfPages, type Root } from '../../representations/urls.ts'
import { wordingOf } from '../../words/index.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import { shownEventsCache } from '../cache/renderings.ts'
import { declaredRouteWithLanguageFilledIn } from '../language-roots.ts'
import type { AppOptions } from '../options.ts'
import { prefersHtml, weightsOf } from '../protocol.ts'
import type { ApiResponse, FastifyExchange } from '../request/api-request.ts'
import { parseBody, parseUpload } from '../request/body.ts'
import { emptyQuery, pathParamsOfRequest, queryOfUrl } from '../request/query.ts'
import { sendResponse } from '../response/send.ts'
import type { AppServices } from '../services.ts'
import { type Appearance, appearanceAndFilesOfPages, settingsPreviewedInQuery } from './appearance.ts'
import { assetUrlPath, contentSecurityPolicyWith, pathsOfMapAssets, shapesOfIconsInPages } from './assets.ts'
import type { PageRequest, RenderedPage } from './reader.ts'

// The parts that all pages of the calendar share: its words, dates, files and appearance, by root.

/** Returns the site at a place (a URL or a route with its language), with an appearance. */
type SiteFinder = (place: string, moment: Moment, appearance: Appearance) => Site

type Texts = Pick<Site, 'word' | 'dates' | 'locale' | 'firstDay'>

/** The paths of the static files that do not depend on the appearance. */
function sitePageAssetPaths({ options, roots }: Pick<AppServices, 'options' | 'roots'>) {
  const [base] = roots.prefixes
  return {
    script: assetUrlPath(base, 'script'),
    icon: assetUrlPath(base, 'icon'),
    font: assetUrlPath(base, 'font'),
    worker: options.offline === 'on' ? `${base}/offline.js` : undefined,
    map: options.mapTiles === undefined ? undefined : pathsOfMapAssets(base),
  }
}

/** Parts that no setting changes: pages keep no filters at first, and draw the same icons. */
const onEverySite = { kept: {}, icons: shapesOfIconsInPages } as const

/** Returns the ways in which the public takes part. */
const publicWaysOf = ({ submissions, federation, baseUrl }: AppServices['options']) => ({
  submits: submissions === 'open',
  socialHost: federation === undefined ? undefined : new URL(baseUrl).host,
})

/** Builds the function that returns the site at a place. The words of a language are made once. */
function siteFinderOf({ options, roots }: Pick<AppServices, 'options' | 'roots'>): SiteFinder {
  const { language: ownLanguage, languages, mapTiles, mapAttribution, baseUrl, frameAncestors } = options
  const textsByLanguage = new Map<string, Texts>()
  const discovery = options.dialects.discovery(roots.aliases, baseUrl)?.urls
  const shared = {
    ownLanguage,
    languages,
    ...publicWaysOf(options),
    tiles: mapTiles === undefined ? undefined : { template: mapTiles, attribution: mapAttribution },
    frameAncestors,
    ...onEverySite,
    ...(discovery && { discovery }),
  }
  const files = sitePageAssetPaths({ options, roots })

  function textsIn(language: Site['language'], locale: string): Texts {
    const known = textsByLanguage.get(language)
    if (known !== undefined) return known
    const texts = {
      word: wordingOf(language),
      dates: dateFormattersOfLocale(locale),
      locale,
      firstDay: firstWeekdayOfLocale(locale),
    }
    textsByLanguage.set(language, texts)
    return texts
  }

  return (place, moment, shownAnywhere) => {
    const root = roots.rootOf(place)
    const language = roots.languageOf(place)
    const appearance = shownAnywhere.inLanguage(language)
    const shown = appearanceAndFilesOfPages(appearance, root.base)
    return {
      ...shared,
      ...textsIn(language, root.locale ?? language),
      name: appearance.name,
      hasGroups: appearance.hasGroups,
      pages: appearance.pages.filter(
        ({ status, date_utc }) => itemStatusAt(status, date_utc, epochOfInstant(moment.now)) === 'publish',
      ),
      root,
      language,
      zone: moment.zone,
      today: today(moment),
      now: utcTimestampOfEpoch(epochOfInstant(moment.now)),
      appearance: shown.appearance,
      files: { ...files, ...shown.files },
    }
  }
}

// The contents of requests for pages: forms, and the caller's credentials.

/** The limits of a picture in a form of the web calendar. */
const pictures = { mediaTypes: ['image/*'], mostBytes: MAX_IMAGE_BYTES }

/** The fields of a form, with its picture. Throws 400, 413 or 415: JSON is for the API, and is left unread. */
async function formFieldsOf({ body, headers: { 'content-type': type = '' } }: FastifyRequest) {
  if (type.startsWith('multipart/')) return parseUpload(body, pictures, { type, arg: 'image' })
  if (/json\b/i.test(type)) throw new Problem('rest_unsupported_media_type')
  return parseBody(body, type)
}

/** Whether the page depends on the caller's credentials or on a submitted form. */
const isPersonal = ({ method, headers }: FastifyRequest) =>
  method === 'POST' || headers.cookie !== undefined || headers.authorization !== undefined

/** Renders a page for a reader. */
export type RenderPage = (reader: PageRequest) => Promise<RenderedPage>

/** A page, and whether it takes so long to render that readers take turns. */
export interface PageTask {
  readonly render: RenderPage
  readonly isSlow: boolean
}

/** Sends pages, and says whether a request is answered with one. */
export type PageResponder = ReturnType<typeof sitePageResponder>

type HtmlResponse = (text: string, language: string, status?: number) => ApiResponse

const htmlUnder =
  (policy: string): HtmlResponse =>
  (text, language, status = 200) => ({
    status,
    headers: { 'Content-Security-Policy': policy, 'Content-Language': language },
    body: {},
    file: { type: 'text/html; charset=utf-8', text },
  })

/** Redirects a browser from a root to its calendar. */
export function redirectToCalendar(reply: FastifyReply, root: Root): FastifyReply {
  return reply
    .header('Cache-Control', 'public, no-cache')
    .redirect(pathOfUrl(`${baseUrlOfPages(root)}calendar/`), 302)
}

/** Returns the function that makes the reader of a request's page. It throws if the caller is not admitted. */
function readersOf({ options, admission, appearances, shared }: AppServices, siteOf: SiteFinder) {
  const shownEvents = shownEventsCache()
  return async (
    { request, reply }: FastifyExchange,
    moment: Moment,
    minRevision: number,
  ): Promise<PageRequest> => {
    const takesForm = request.method === 'POST'
    if (takesForm) admission.credentials.sessions.allowForm(request)
    // Anyone may submit an event password, so the session is ignored: with it, the form would need a CSRF token.
    const { context: admitted, guesser } = await admission.contextOf(request, reply, moment, takesForm)
    requireScope(admitted.actor, 'read')
    const appearance = await appearances.current(settingsPreviewedInQuery(request, admitted))
    const site = siteOf(declaredRouteWithLanguageFilledIn(request), moment, appearance)
    const form = takesForm ? await formFieldsOf(request) : undefined
    const shown = shared && { keys: new Set<string>() }
    const ends = { next: Number.POSITIVE_INFINITY }
    return {
      site,
      // Searches find the texts that the page shows.
      context: { ...admitted, content: site.root.content },
      guesser,
      view: {
        root: site.root,
        zone: moment.zone,
        currency: options.currency,
        isSingle: false,
        site: site.name,
      },
      params: pathParamsOfRequest(request),
      minRevision,
      shownEvents,
      shown,
      ends,
      ip: request.ip,
      query: queryOfUrl(request.url),
      ...(form && { form }),
    }
  }
}

/** Renders a page in turn with other readers. A form does not wait: its work is limited elsewhere. */
function inTurn(
  { queues }: AppServices,
  { render, isSlow }: PageTask,
  request: FastifyRequest,
  reader: PageRequest,
) {
  const act = () => render(reader)
  if (!isSlow || request.method === 'POST') return act()
  const queue = (reader.query.text('search') ?? '') === '' ? queues.pages : queues.searches
  return queue(reader.guesser.name, act, () => request.raw.socket?.destroyed === true)
}

function responseOf(page: RenderedPage, language: string, html: HtmlResponse): ApiResponse {
  if (typeof page === 'string') return html(page, language)
  if ('type' in page) return { status: 200, body: {}, file: page }
  const response = html(page.text, language, page.status)
  return { ...response, headers: { ...response.headers, ...page.headers } }
}

/** Returns the path of the first page of the list that a request names a page of. */
function firstPagePath({ url }: FastifyRequest): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.delete('page')
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}

/** Returns the function that makes the response to a problem, as a page. */
function problemsOf({ options, appearances, roots }: AppServices, siteOf: SiteFinder, html: HtmlResponse) {
  return async (problem: Problem, request: FastifyRequest): Promise<ApiResponse> => {
    // The database may be what failed.
    const appearance =
      problem.status < 500 ? await appearances.current().catch(appearances.plain) : appearances.plain()
    const site = siteOf(declaredRouteWithLanguageFilledIn(request), options.now(), appearance)
    const first = problem.code === 'event-archive-page-not-found' ? firstPagePath(request) : undefined
    const base = problem.data.reason === 'base_path_missing' ? roots.prefixes[0] : undefined
    const text = problemPage(problem.status, problem.message, site, { first, base })
    const response = html(text, site.language, problem.status)
    const headers = { ...response.headers, ...problem.headers, 'Cache-Control': 'no-store' }
    // Without the challenge, which would open the browser's own login dialog.
    return { ...response, headers: { ...headers, ...(problem.status === 401 && bearerChallengeHeaders) } }
  }
}

/** Returns the function that makes the page that says why nobody was signed in. */
function refusalsOf({ options, appearances, roots }: AppServices, siteOf: SiteFinder, html: HtmlResponse) {
  return async (why: SignInRefusal, language: string): Promise<ApiResponse> => {
    const [base] = roots.prefixes
    const place = language === '' ? `${base}/` : `${base}/${language}/`
    const site = siteOf(place, options.now(), await appearances.current())
    return html(
      signInRefusalPage(why, site, options.signIn?.protocol ?? 'oidc'),
      site.language,
      signInRefusalStatuses[why],
    )
  }
}

/** Builds the pages of one application. */
export function sitePageResponder(services: AppServices) {
  const { options, roots, cache, appearances } = services
  const [base] = roots.prefixes
  const siteOf = siteFinderOf(services)
  const { mapTiles: tiles, frameAncestors } = options
  const html = htmlUnder(contentSecurityPolicyWith({ tiles, frameAncestors }))
  const unframed = htmlUnder(contentSecurityPolicyWith({ tiles }))
  const readerOf = readersOf(services, siteOf)
  return {
    /** Sends the page. Throws `Problem`. */
    async respond(task: PageTask, exchange: FastifyExchange): Promise<FastifyReply> {
      const { request } = exchange
      const moment = options.now()
      const keep = await cache.keeper(request, moment)
      const shared = await services.shared?.begin(request, moment)
      const reader = await readerOf(exchange, moment, keep?.revision ?? 0)
      const page = await inTurn(services, task, request, reader)
      const response = responseOf(page, reader.site.language, html)
      const headers = {
        ...response.headers,
        ...(isPersonal(request) && { 'Cache-Control': 'private, no-store' }),
      }
      const { shown } = reader
      const sent = {
        ...response,
        headers,
        until: reader.ends.next,
        ...(shown && { shown: () => shown }),
      }
      return sendResponse({ ...exchange, shared }, emptyQuery, sent, keep)
    },
    /** Returns the path of the icon of the site. */
    icon: async () =>
      appearanceAndFilesOfPages(await appearances.current(), roots.rootOf(base).base).files.icon ??
      sitePageAssetPaths(services).icon,
    /** Whether to respond with a page rather than JSON: for browsers, at URLs outside the API. */
    isFor: (request: FastifyRequest) =>
      prefersHtml(request.headers.accept) && !roots.isOfInterface(request.url),
    /** The response to a problem, as a page. */
    problem: problemsOf(services, siteOf, html),
    /** The page that says why nobody was signed in, in a language or, for "", that of the site. */
    signInRefusal: refusalsOf(services, siteOf, unframed),
  }
}

// The language of a first visit: a browser that comes to the front page from elsewhere is sent to the front page in the language that
// its reader prefers. Links within the site and pages with a language in their address stay what they are.

/** Visits that begin here, as browsers say: typed or from a bookmark, or by a link of another site. */
const beginnings: readonly unknown[] = ['none', 'cross-site']

/** The longest list of languages that is read; browsers send a few. */
const MAX_HEADER = 200

/** Returns the language that a reader prefers among those of the pages; undefined if none of them is named. */
function preferredLanguage(
  header = '',
  offered: readonly InterfaceLanguageCode[],
): InterfaceLanguageCode | undefined {
  if (header.length > MAX_HEADER) return undefined
  const weights = [...weightsOf(header)].filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a)
  for (const [tag] of weights) {
    const found = offered.find((one) => one === tag || one.split('-')[0] === tag.split('-')[0])
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the function that finds the language that a first visit is sent to; undefined for all other requests. */
export function firstVisitLanguageFinder(
  base: string,
  { language: own, languages }: Pick<AppOptions, 'language' | 'languages'>,
) {
  return ({ method, url, headers }: FastifyRequest): InterfaceLanguageCode | undefined => {
    if (url !== `${base}/` || (method !== 'GET' && method !== 'HEAD')) return undefined
    if (!beginnings.includes(headers['sec-fetch-site']) || !prefersHtml(headers.accept)) return undefined
    // Who signed in has been here.
    if (headers.cookie !== undefined || headers.authorization !== undefined) return undefined
    const language = preferredLanguage(headers['accept-language'], languages)
    return language === own ? undefined : language
  }
}

/** Says to shared caches what the front page depends on. */
export const varyByVisit = (reply: FastifyReply): FastifyReply =>
  reply.header('Vary', `${String(reply.getHeader('Vary'))}, Accept-Language, Sec-Fetch-Site`)
