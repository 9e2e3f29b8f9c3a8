/** Finds the HTML tags of a plain text, and removes them. Browsers use it, too. */

/** The names of elements of HTML, SVG and MathML, those of older versions too, in small letters. */

const names: ReadonlySet<string> = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote
    body br button canvas caption center cite code col colgroup command content data datalist dd del details dfn
    dialog dir div dl dt element em embed fencedframe fieldset figcaption figure font footer form frame frameset
    h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label layer
    legend li link listing main map mark marquee math menu menuitem meta meter multicol nav nextid nobr noembed
    noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rp rt
    rtc ruby s samp script search section select selectedcontent shadow slot small source spacer span strike
    strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul
    var video wbr xmp
    altglyph altglyphdef altglyphitem animate animatecolor animatemotion animatetransform animation circle
    clippath color-profile cursor defs desc discard ellipse feblend fecolormatrix fecomponenttransfer fecomposite
    feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb
    fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight
    fespecularlighting fespotlight fetile feturbulence filter font-face foreignobject g glyph glyphref handler
    hatch hatchpath hkern line lineargradient listener marker mask mesh meshgradient meshpatch meshrow metadata
    missing-glyph mpath path pattern polygon polyline prefetch radialgradient rect set solidcolor stop switch
    symbol tbreak text textarea textpath tref tspan unknown use view vkern
    abs annotation annotation-xml apply ci cn csymbol maction maligngroup malignmark menclose merror mfenced mfrac
    mglyph mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries
    mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder
    munderover none semantics`.split(/\s+/),
)

/** Whether a name in small letters is that of an element. */
export const isElementName = (name: string): boolean => names.has(name)

/** Matches where browsers begin a tag, a comment, a declaration or a processing instruction. */
const opening = /<(?:!--|[a-z]|[/?][a-z]|![a-z[])/gi
const nameInBrackets = /<\/?([a-z][^\s/<>]*)/iy
const addressInBrackets = /<[a-z][a-z\d+.-]*:\/\/([^\s<>"'`]*)>/iy
const gap = /[\s/]*/y
const maxPasses = 8

/**
 * Removes all tags and comments, including those that form when others are removed. A tag without an end reaches to the end of the text.
 * What only looks like one stays: `<Arbeitstitel>`, `a<b`. Nothing that is left becomes an element that HTML, SVG or MathML knows, or
 * one with the value of an attribute, except an address in brackets. `parted` says what a removed tag leaves.
 */
export function withoutTags(text: string, parted: (name: string) => '' | ' ' = () => ''): string {
  let kept = text
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = withoutVisibleTags(kept, parted)
    if (next === kept) return kept
    kept = next
  }
  // Only deliberately nested tags reach this line. Removing their brackets at once keeps the time linear.
  return kept.replace(/<+/g, (run, at: number) => (/[a-z/!?]/i.test(kept.charAt(at + run.length)) ? '' : run))
}

function withoutVisibleTags(text: string, parted: (name: string) => '' | ' '): string {
  const endOf = endsOf(text)
  const nameOf = tagNamesOf(text)
  const search = new RegExp(opening)
  let kept = ''
  let from = 0
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const name = /^<[!?]/.test(found[0]) ? '' : nameOf(found.index)
    if (name === undefined) continue
    const end = endOf(found.index, search.lastIndex)
    kept += text.slice(from, found.index)
    if (end === 0) return kept
    kept += parted(name)
    from = end
    search.lastIndex = end
  }
  return kept + text.slice(from)
}

/** Matches at one place of a text. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * Returns a function that finds the name of the tag at a bracket, in small letters; undefined if there is none. Asked for ascending places,
 * it reads the text once.
 */
function tagNamesOf(text: string): (start: number) => string | undefined {
  const [bracket, equals, second] = [nextOf(text, '>'), nextOf(text, '='), nextOf(text, '=')]
  const [slash, space] = [nextOf(text, '/'), nextOf(text, /\s/g)]
  /** Where a name with `<` in it ends, undefined if the tag ends first. Browsers take the sign as a letter of the name. */
  const endOfLongName = (from: number) => {
    const ends = [bracket(from), slash(from), space(from)].filter((end) => end > 0)
    const end = Math.min(...ends) - 1
    return ends.length === 0 || text.charAt(end) === '>' ? undefined : end
  }
  /** Whether a name and `=` follow within the tag. A `=` where a name begins is a part of it. */
  const hasAttribute = (from: number) => {
    const closed = bracket(from) || text.length
    const sign = equals(from)
    if (sign === 0 || sign > closed) return false
    const begun = from + (matchAt(gap, text, from)?.[0].length ?? 0)
    if (begun < sign - 1) return true
    const next = second(sign)
    return next > 0 && next <= closed
  }
  return (start) => {
    const [whole = '', name = ''] = matchAt(nameInBrackets, text, start) ?? []
    const after = start + whole.length
    const next = text.charAt(after)
    if (text.slice(after).trimStart() === '' || isAddress(text, start)) return undefined
    const small = name.toLowerCase()
    if (next === '<') {
      const end = endOfLongName(after)
      return end !== undefined && hasAttribute(end) ? small : undefined
    }
    const isTag =
      isElementName(small) ||
      (/[-:]/.test(small) && !/[@.]/.test(small)) ||
      (next !== '>' && hasAttribute(after))
    return isTag ? small : undefined
  }
}

/**
 * Whether there is an address in brackets. Browsers read it as a tag whose attributes are parted by `/`: where one of those has a plain name
 * and a value, such as `onfocus=…`, it is no address.
 */
function isAddress(text: string, start: number): boolean {
  const [, address] = matchAt(addressInBrackets, text, start) ?? []
  if (address === undefined) return false
  const [before = '', ...others] = address.split('=')
  return others.length === 0 || !/(?:^|\/)[a-z:_-]*$/i.test(before)
}

/** Returns a function that finds the end of a tag, 0 for none. It does not repeat a search that has failed before. */
function endsOf(text: string): (start: number, inside: number) => number {
  const missed = new Set<string>()
  const [arrow, bang] = [nextOf(text, '-->'), nextOf(text, '--!>')]
  const after = (kind: string, find: () => number): number => {
    const end = missed.has(kind) ? 0 : find()
    if (end === 0) missed.add(kind)
    return end
  }
  return (start, inside) => {
    const comment = text.startsWith('<!--', start)
    const whole = comment
      ? () => endOfComment(arrow(start + 2), bang(start + 4))
      : () => endOfAttributes(text, inside)
    return after(comment ? 'comment' : 'tag', whole) || after('bracket', () => endBehind(text, '>', inside))
  }
}

/** `--!>` ends a comment too (HTML §13.2.5.52). */
function endOfComment(...found: readonly number[]): number {
  const ends = found.filter((end) => end > 0)
  return ends.length === 0 ? 0 : Math.min(...ends)
}

/**
 * Returns a function that finds the end of the next mark, a text or a global pattern of one character; 0 for none. Asked for ascending
 * places, it reads the text once.
 */
function nextOf(text: string, mark: string | RegExp): (from: number) => number {
  const length = typeof mark === 'string' ? mark.length : 1
  const search = (from: number) => {
    if (typeof mark === 'string') return endBehind(text, mark, from)
    return matchAt(mark, text, from) === null ? 0 : mark.lastIndex
  }
  let end: number | undefined
  return (from) => {
    if (end === undefined || (end > 0 && end - length < from)) end = search(from)
    return end
  }
}

function endBehind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? 0 : at + mark.length
}

/** Skips quoted values, which may contain brackets. */
function endOfAttributes(text: string, from: number): number {
  const stops = />|=\s*(["'])/g
  stops.lastIndex = from
  for (let stop = stops.exec(text); stop !== null; stop = stops.exec(text)) {
    const [, quote] = stop
    if (quote === undefined) return stops.lastIndex
    stops.lastIndex = endBehind(text, quote, stops.lastIndex) || text.length
  }
  return 0
}
