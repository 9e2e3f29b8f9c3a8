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
