/** The page that leads followers from the social web: the address to search for there, and the way to one's own server. */
import { html, type Markup } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { type Site, sitePath } from '../site.ts'

/** An actor of ours, and the server that its follower named. */
export interface ActorToFollow {
  /** The name that people read. */
  readonly title: string
  /** The name in its address. */
  readonly name: string
  /** The address of its document. */
  readonly id: string
  /** Its part of the address of this page; none of the calendar. */
  readonly of: { readonly group?: string; readonly organizer?: string }
  /** The server, as it was typed; "" for none. */
  readonly typed: string
  /** Its host; undefined if there is none in what was typed. */
  readonly server: string | undefined
}

/** The link to the follower's server, which asks there. */
function way({ typed, server, id }: ActorToFollow, { word }: Site): Markup | false {
  if (typed === '') return false
  if (server === undefined)
    return html`<p class="notice" role="alert" id="wrong-server">${word('site.social.wrong')}</p>`
  const address = `https://${server}/authorize_interaction?uri=${encodeURIComponent(id)}`
  return html`<p role="status"><a class="button strong" href="${address}" rel="nofollow noopener noreferrer">${word('site.social.lead', { host: server })}</a></p>`
}

/** Returns the page that says how to follow an actor from the fediverse. */
export function fediverseFollowPage(follow: ActorToFollow, site: Site): string {
  const { word, socialHost = '' } = site
  const { title: followed, name, of, typed, server } = follow
  const title = word('site.social')
  const address = `@${name}@${socialHost}`
  const hidden = Object.entries(of).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`,
  )
  const wrong =
    typed !== '' && server === undefined && html` aria-invalid="true" aria-describedby="wrong-server"`
  const main = html`<div class="view-head"><h1>${title}: ${followed}</h1></div><div class="written"><p>${word('site.social.how')}</p><p><strong class="social-address" dir="ltr">${address}</strong> <button class="button copy" type="button" data-copy="${address}" hidden>${word('site.social.copy')}</button></p><p>${word('site.social.own')}</p></div><form class="take-away" method="get" action="${sitePath(site, 'follow')}">${hidden}<label for="server">${word('site.social.server')}</label> <input id="server" name="server" value="${typed}" placeholder="mastodon.social" autocapitalize="none" spellcheck="false" maxlength="300" required dir="ltr"${wrong}> <button class="button${server === undefined && html` strong`}">${word('site.social.go')}</button></form>${way(follow, site)}`
  return sitePage(site, { title: `${title}: ${followed}`, page: 'follow', isUnlisted: true }, main)
}
