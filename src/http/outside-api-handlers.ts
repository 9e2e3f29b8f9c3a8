/** The handlers of routes outside of the API and of the web calendar: the root, static files, the desk and files of media. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { declaredRouteWithLanguageFilledIn } from './language-roots.ts'
import { sendMediaFile } from './operations/media-files.ts'
import { prefersHtml } from './protocol/accept.ts'
import { pathParamsOfRequest } from './request/path-params.ts'
import { emptyQuery, queryOfUrl } from './request/query.ts'
import { sendResponse } from './response/send.ts'
import type { AppServices } from './services.ts'
import { appearanceAndFilesOfPages } from './site/appearance/shown-appearance.ts'
import { requireNamedAssetResponse } from './site/assets/assets.ts'
import { builtFileResponse } from './site/assets/built-files.ts'
import { deskResponse } from './site/desk-shell.ts'
import { firstVisitLanguageFinder, varyByVisit } from './site/first-visit.ts'
import { frontPageOf } from './site/front.ts'
import { type PageResponder, redirectToCalendar } from './site/pages.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

export interface OutsideApiHandlers {
  /** The index of a root, for browsers its front page. */
  readonly root: Handler
  /** The index of a root at another path than its own, for browsers its calendar. */
  readonly rootIndex: Handler
  /** Static files of pages. */
  readonly file: Handler
  /** The desk of editors. */
  readonly desk: Handler
  /** Files of media items. */
  readonly media: Handler
}

/** Returns the response with the desk at the place of a request. */
async function deskAt({ options, roots, appearances }: AppServices, request: FastifyRequest) {
  const [path = ''] = request.url.split('?')
  const place = declaredRouteWithLanguageFilledIn(request)
  const language = roots.languageOf(place)
  const appearance = (await appearances.current()).inLanguage(language)
  const { name, design } = appearance
  return deskResponse({
    path,
    base: roots.prefixes[0],
    namespace: options.namespace,
    language,
    locale: roots.rootOf(place).locale ?? language,
    zone: options.now().zone,
    name,
    logo: appearanceAndFilesOfPages(appearance, options.baseUrl).appearance.logo?.path,
    design,
    currency: options.currency,
    organisation: options.signIn,
    passwords: options.passwords,
    languages: options.languages,
    contents: options.contentLanguages,
    translates: options.translate !== undefined,
    federates: options.federation !== undefined,
    tiles: options.mapTiles,
  })
}

/** Returns the handler of the front page, for browsers. */
function frontHandler({ options, roots }: AppServices, pages: PageResponder): Handler {
  const [base] = roots.prefixes
  const firstVisit = firstVisitLanguageFinder(base, options)
  return (request, reply) => {
    varyByVisit(reply)
    const language = firstVisit(request)
    if (language === undefined)
      return pages.respond({ render: frontPageOf, isSlow: true }, { request, reply })
    return reply.header('Cache-Control', 'public, no-cache').redirect(`${base}/${language}/`, 302)
  }
}

/** Builds handlers outside the API. `decorate` sets headers of every response; `rootDocument` returns the index of the root at a place. */
export function outsideApiHandlers(
  services: AppServices,
  decorate: (request: FastifyRequest, reply: FastifyReply) => void,
  rootDocument: (place: string, name: string) => object,
  pages: PageResponder,
): OutsideApiHandlers {
  const { options, roots, admission, appearances } = services
  const decorated =
    (handler: Handler): Handler =>
    async (request, reply) => {
      decorate(request, reply)
      return handler(request, reply)
    }
  const index: Handler = async (request, reply) => {
    const shared = await services.shared?.begin(request, options.now())
    await admission.contextOf(request, reply, options.now())
    const place = declaredRouteWithLanguageFilledIn(request)
    const { name } = (await appearances.current()).inLanguage(roots.languageOf(place))
    const body = rootDocument(place, name)
    return sendResponse({ request, reply, shared }, queryOfUrl(request.url), { status: 200, body })
  }
  const front = frontHandler(services, pages)
  return {
    root: decorated((request, reply) =>
      prefersHtml(request.headers.accept) ? front(request, reply) : index(request, reply),
    ),
    rootIndex: decorated((request, reply) =>
      prefersHtml(request.headers.accept)
        ? redirectToCalendar(reply, roots.rootOf(declaredRouteWithLanguageFilledIn(request)))
        : index(request, reply),
    ),
    file: decorated(async (request, reply) => {
      const { name = '' } = pathParamsOfRequest(request)
      const response =
        builtFileResponse(name) ?? (await appearances.file(name)) ?? requireNamedAssetResponse(name)
      return sendResponse({ request, reply }, emptyQuery, response)
    }),
    desk: decorated(async (request, reply) =>
      sendResponse({ request, reply }, emptyQuery, await deskAt(services, request)),
    ),
    media: decorated(async (request, reply) => {
      await admission.contextOf(request, reply, options.now())
      return sendMediaFile(request, reply, options.images)
    }),
  }
}
