/** The responses with pages: cached for anonymous readers as lists are, private for users and with event passwords. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowScope } from '../../actions/policy.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { today } from '../../domain/time/window.ts'
import { wordingOf } from '../../locales/index.ts'
import type { Problem } from '../../problem.ts'
import { datesIn, firstDayIn, localeIn } from '../../representations/html/site/dates.ts'
import { problemPage } from '../../representations/html/site/problem-page.ts'
import { pathOf, type Site } from '../../representations/html/site/site.ts'
import { type Root, siteUrl } from '../../representations/urls.ts'
import type { Admission } from '../auth/admission.ts'
import { challenge } from '../auth/web-sessions.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { shownEvents } from '../cache/shown-events.ts'
import { discoveryOf } from '../compatibility/discovery.ts'
import type { AppOptions } from '../options.ts'
import { prefersHtml } from '../protocol/accept.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { pathParams } from '../request/path-params.ts'
import { noQuery, queryOf } from '../request/query.ts'
import type { RenderQueues } from '../response/render-queues.ts'
import { send } from '../response/send.ts'
import { placeOf, type Roots } from '../roots.ts'
import type { Appearance, Appearances } from './appearance/appearance.ts'
import { previewed, shownAppearance } from './appearance/shown-appearance.ts'
import { filePath, policyWith } from './assets/assets.ts'
import { mapPaths } from './assets/built-files.ts'
import { formIn, isPersonal } from './page-request.ts'
import type { Reader, RenderedPage } from './reader.ts'

/** Renders a page for a reader. */
export type RenderPage = (reader: Reader) => Promise<RenderedPage>

/** Whether a page takes so long to render that readers take turns. */
interface PageCost {
  readonly isSlow: boolean
}

export interface Pages {
  /** Sends the page. Throws `Problem`. */
  respond(
    render: RenderPage,
    request: FastifyRequest,
    reply: FastifyReply,
    cost: PageCost,
  ): Promise<FastifyReply>
  /** Whether to respond with a page rather than JSON: for browsers, at URLs outside the API. */
  isFor(request: FastifyRequest): boolean
  /** Returns the path of the icon of the site. */
  icon(): Promise<string>
  /** The response to a problem, as a page. */
  problem(problem: Problem, request: FastifyRequest): Promise<ApiResponse>
}

const htmlUnder =
  (policy: string) =>
  (text: string, language: string, status = 200): ApiResponse => ({
    status,
    headers: { 'Content-Security-Policy': policy, 'Content-Language': language },
    body: {},
    file: { type: 'text/html; charset=utf-8', text },
  })

/** Redirects a browser from a root to its calendar. */
export function goHome(reply: FastifyReply, root: Root): FastifyReply {
  return reply.header('Cache-Control', 'public, no-cache').redirect(pathOf(`${siteUrl(root)}calendar/`), 302)
}

/** Builds the pages of one application. */
export function pagesOf(
  parts: AppOptions,
  roots: Roots,
  { contextOf, credentials }: Admission,
  ready: ResponseCache,
  appearances: Appearances,
  queues: RenderQueues,
): Pages {
  const { language: ownLanguage, now, region } = parts
  const [base] = roots.prefixes
  const files = {
    script: filePath(base, 'script'),
    icon: filePath(base, 'icon'),
    map: parts.mapTiles === undefined ? undefined : mapPaths(base),
  }
  const html = htmlUnder(policyWith(parts.mapTiles))
  const tiles =
    parts.mapTiles === undefined ? undefined : { template: parts.mapTiles, attribution: parts.mapAttribution }
  const firstDay = firstDayIn(region)
  const discovery = discoveryOf(roots.aliases, parts.baseUrl)
  const shown = shownEvents()
  const textsByLanguage = new Map<string, Pick<Site, 'word' | 'dates' | 'locale'>>()

  function siteOf(place: string, moment: Moment, appearance: Appearance): Site {
    const language = roots.languageOf(place)
    const words = textsByLanguage.get(language) ?? {
      word: wordingOf(language),
      dates: datesIn(language, region),
      locale: localeIn(language, region),
    }
    textsByLanguage.set(language, words)
    const root = roots.rootOf(place)
    const own = {
      name: appearance.name,
      root,
      language,
      ownLanguage,
      zone: moment.zone,
      today: today(moment),
    }
    const shown = shownAppearance(appearance, root.base)
    const submits = parts.submissions === 'open'
    return {
      ...words,
      ...own,
      submits,
      tiles,
      firstDay,
      kept: {},
      appearance: shown.appearance,
      files: { ...files, ...shown.files },
      ...(discovery && { discovery }),
    }
  }

  const isGone = ({ raw }: FastifyRequest) => raw.socket?.destroyed === true

  /** Renders the page in turn with other readers. A form does not wait: its work is limited elsewhere. */
  function inTurn(render: RenderPage, request: FastifyRequest, reader: Reader, { isSlow }: PageCost) {
    const act = () => render(reader)
    if (!isSlow || request.method === 'POST') return act()
    const queue = (reader.query.text('search') ?? '') === '' ? queues.pages : queues.searches
    return queue(reader.guesser.name, act, () => isGone(request))
  }

  async function responseTo(
    render: RenderPage,
    request: FastifyRequest,
    reply: FastifyReply,
    moment: Moment,
    minRevision: number,
    cost: PageCost,
  ) {
    const takesForm = request.method === 'POST'
    if (takesForm) credentials.sessions.allowForm(request)
    // Anyone may submit an event password, so the session is ignored: with it, the form would need a CSRF token.
    const { context, guesser } = await contextOf(request, reply, moment, takesForm)
    allowScope(context.actor, 'read')
    const appearance = await appearances.current(previewed(request, context))
    const site = siteOf(placeOf(request), moment, appearance)
    const view = {
      root: site.root,
      zone: moment.zone,
      currency: parts.currency,
      isSingle: false,
      site: appearance.name,
    }
    const form = takesForm ? await formIn(request) : undefined
    const params = pathParams(request)
    const reader = {
      site,
      context,
      guesser,
      view,
      params,
      minRevision,
      shownEvents: shown,
      ip: request.ip,
      query: queryOf(request.url),
      ...(form && { form }),
    }
    const page = await inTurn(render, request, reader, cost)
    if (typeof page === 'string') return html(page, site.language)
    if ('type' in page) return { status: 200, body: {}, file: page }
    const response = html(page.text, site.language, page.status)
    return { ...response, headers: { ...response.headers, ...page.headers } }
  }

  return {
    async respond(render, request, reply, cost) {
      const moment = now()
      const keep = await ready.keeper(request, moment)
      const response = await responseTo(render, request, reply, moment, keep?.revision ?? 0, cost)
      const isOwn = isPersonal(request)
      const headers = {
        ...response.headers,
        ...(isOwn && { 'Cache-Control': 'private, no-store' }),
      }
      return send(request, reply, noQuery, { ...response, headers }, keep)
    },
    icon: async () =>
      shownAppearance(await appearances.current(), roots.rootOf(base).base).files.icon ?? files.icon,
    isFor: (request) => prefersHtml(request.headers.accept) && !roots.isOfInterface(request.url),
    async problem(problem, request) {
      // The database may be what failed.
      const appearance =
        problem.status < 500 ? await appearances.current().catch(appearances.plain) : appearances.plain()
      const site = siteOf(placeOf(request), now(), appearance)
      const response = html(problemPage(problem.status, problem.message, site), site.language, problem.status)
      const headers = { ...response.headers, ...problem.headers, 'Cache-Control': 'no-store' }
      // Without the challenge, which would open the browser's own login dialog.
      return { ...response, headers: { ...headers, ...(problem.status === 401 && challenge) } }
    },
  }
}
