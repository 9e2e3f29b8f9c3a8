/** `npx tsx scripts/demo-pictures.ts`: draws the pictures of the demo into `src/calendars/demo`, as WebP files of a few KB. */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = new URL('../src/calendars/demo/', import.meta.url)

type Palette = readonly [sky: string, light: string, land: string]

/** Three waves or dunes, nearer ones darker. */
const waves = (land: string) =>
  [0, 1, 2]
    .map((wave) => {
      const top = 430 + wave * 70
      const path = `M0 ${top} Q200 ${top - 90 + wave * 60} 400 ${top} T800 ${top} T1200 ${top} V675 H0Z`
      return `<path d="${path}" fill="${land}" opacity="${0.45 + wave * 0.25}"/>`
    })
    .join('')

const lantern = (x: number, y: number, light: string) =>
  `<g transform="translate(${x} ${y})"><circle r="110" fill="${light}" opacity=".2"/><path d="M-32-50H32L44 44H-44Z" fill="${light}"/><path d="M-20-66H20V-50H-20Z M-50 44H50V58H-50Z" fill="#0d142b"/></g>`
const boat = (x: number, y: number, hull: string) =>
  `<g transform="translate(${x} ${y})"><path d="M-110 0H110L70 56H-70Z" fill="${hull}"/><path d="M0-190V-12H104Z M-12-160V-12H-78Z" fill="#f7efe0"/></g>`

/** Draws a picture: the sky, what shines, the land, and what is in front of it. */
const scene = ([sky, light, land]: Palette, front: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"><rect width="1200" height="675" fill="${sky}"/><circle cx="860" cy="290" r="150" fill="${light}" opacity=".85"/>${waves(land)}${front}</svg>`

const night: Palette = ['#1d2a52', '#e8d9a8', '#0d142b']
const sea: Palette = ['#7fb3c8', '#f7efe0', '#20566d']
const sand: Palette = ['#f3d9a4', '#d9603b', '#8a7440']

const curtains = [0, 1, 2, 3, 4, 5]
  .map(
    (fold) =>
      `<path d="M${fold * 60} 0H${fold * 60 + 44}Q${fold * 50 + 10} 340 ${fold * 34} 560H${fold * 44}Z"/>`,
  )
  .join('')
const stage = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"><rect width="1200" height="675" fill="#2a0d12"/><path d="M600 0L340 600H860Z" fill="#f1d7b5" opacity=".5"/><ellipse cx="600" cy="600" rx="260" ry="44" fill="#f1d7b5"/><g fill="#a32638">${curtains}<g transform="translate(1200) scale(-1 1)">${curtains}</g></g></svg>`

/** Draws a picture without sea and sky. */
const board = (ground: string, drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"><rect width="1200" height="675" fill="${ground}"/>${drawing}</svg>`

const each = (many: number, draw: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => draw(at)).join('')

/** A stall of a market under a striped awning, with crates of fruit. */
const stall = (x: number, stripe: string, fruit: readonly string[]) =>
  `<g transform="translate(${x} 0)"><path d="M20 300V600 M300 300V600" stroke="#5b3b22" stroke-width="14"/><path d="M10 430H310V600H10Z" fill="#8a5a34"/>${each(
    3,
    (at) =>
      `<rect x="${22 + at * 96}" y="400" width="84" height="52" fill="#b98150"/>${each(5, (one) => `<circle cx="${38 + at * 96 + (one % 3) * 26}" cy="${396 - (one > 2 ? 20 : 0) + (one > 2 ? 0 : 4)}" r="16" fill="${fruit[at % fruit.length]}"/>`)}`,
  )}${each(
    5,
    (at) =>
      `<path d="M${at * 64} 230H${(at + 1) * 64}L${(at + 1) * 64} 310A32 32 0 0 1 ${at * 64} 310Z" fill="${at % 2 === 0 ? stripe : '#fff6e5'}"/>`,
  )}<path d="M24 170H296L320 232H0Z" fill="${stripe}"/></g>`
const market = board(
  '#f7dfb8',
  `<circle cx="980" cy="130" r="80" fill="#f4b23c"/><path d="M0 600H1200V675H0Z" fill="#d8b486"/><path d="M0 480V210L90 150L180 210V480Z M180 480V260L260 200L340 260V480Z M860 480V240L960 170L1060 240V480Z M1060 480V280L1130 220L1200 280V480Z" fill="#e2b98a"/>${stall(70, '#c23b32', ['#e4572e', '#f2b134', '#7a9e3f'])}${stall(440, '#22577a', ['#7a9e3f', '#c23b32', '#f2b134'])}${stall(810, '#38705b', ['#f2b134', '#8e4585', '#e4572e'])}`,
)
const brass = board(
  '#23395b',
  `<circle cx="300" cy="200" r="420" fill="#2f4d78"/><circle cx="300" cy="200" r="280" fill="#3c6091"/><g fill="none" stroke="#f2b632" stroke-width="34" stroke-linecap="round"><path d="M250 400H760"/><rect x="380" y="400" width="330" height="130" rx="62"/></g><path d="M740 400C880 392 940 330 1000 240V560C940 470 880 408 740 400Z" fill="#f2b632"/><ellipse cx="1000" cy="400" rx="34" ry="160" fill="#d4921f"/><path d="M214 376V424L262 412V388Z" fill="#f7d98a"/><g fill="#f7d98a">${each(3, (at) => `<rect x="${450 + at * 80}" y="310" width="34" height="190" rx="12"/><rect x="${442 + at * 80}" y="286" width="50" height="22" rx="11"/>`)}</g><g fill="#f7efe0"><path d="M180 130V250A34 26 0 1 1 160 226V100L270 76V196A34 26 0 1 1 250 172V116Z"/></g>`,
)
const cinema = board(
  '#171426',
  `<path d="M600 -40L1240 640H-40Z" fill="#f1e3b4" opacity=".14"/><rect x="230" y="70" width="740" height="350" rx="10" fill="#f5ecd2"/><path d="M230 330Q420 250 600 320T970 290V420H230Z" fill="#4f8a8b"/><circle cx="770" cy="190" r="56" fill="#ef8354"/><path d="M400 300l70-120 70 120Z" fill="#2d3047"/>${each(
    2,
    (row) =>
      each(
        9,
        (at) =>
          `<g transform="translate(${at * 150 - 40 + row * 70} ${510 + row * 80})"><rect width="118" height="170" rx="30" fill="${row === 0 ? '#7d1f2d' : '#5c1622'}"/>${(at + row) % 3 === 0 ? '' : `<circle cx="59" cy="-10" r="38" fill="#0e0c18"/>`}</g>`,
      ),
  )}`,
)
const spines = ['#a63a2b', '#1f5f6b', '#e0a32e', '#4b3b73', '#5d7f3c', '#c76b3c', '#23395b', '#8a2f57']
const books = board(
  '#f3e4cc',
  `<g>${each(3, (shelf) => `${each(20, (at) => `<rect x="${30 + at * 58 + ((at * 7) % 5)}" y="${40 + shelf * 220 + ((at * 37 + shelf * 23) % 50)}" width="${40 + ((at * 13) % 14)}" height="${170 - ((at * 37 + shelf * 23) % 50)}" fill="${spines[(at * 5 + shelf * 3) % 8]}"/><rect x="${36 + at * 58 + ((at * 7) % 5)}" y="${70 + shelf * 220 + ((at * 37 + shelf * 23) % 50)}" width="${28 + ((at * 13) % 14)}" height="8" fill="#f3e4cc" opacity=".7"/>`)}<rect y="${210 + shelf * 220}" width="1200" height="24" fill="#7a5534"/>`)}</g><g transform="translate(600 420)"><path d="M0-40C-90-100-210-100-290-60V150C-210 110-90 110 0 170Z" fill="#fffaf0"/><path d="M0-40C90-100 210-100 290-60V150C210 110 90 110 0 170Z" fill="#f6ecd9"/><path d="M0-40V170" stroke="#c9b795" stroke-width="8"/>${each(5, (at) => `<path d="M-240 ${-20 + at * 30}Q-140 ${-50 + at * 30}-50 ${-8 + at * 30} M240 ${-20 + at * 30}Q140 ${-50 + at * 30} 50 ${-8 + at * 30}" stroke="#b39f7a" stroke-width="6" fill="none"/>`)}</g>`,
)
const church = board(
  '#2b2140',
  `<path d="M360 675V330A240 260 0 0 1 840 330V675Z" fill="#f2c14e" opacity=".9"/><path d="M400 675V340A200 220 0 0 1 800 340V675Z" fill="#3d5a98"/><path d="M600 120V675 M400 330H800 M400 500H800" stroke="#f2c14e" stroke-width="14"/><circle cx="600" cy="250" r="70" fill="#c8553d" stroke="#f2c14e" stroke-width="14"/><path d="M414 344H586V486H414Z" fill="#588b8b"/><path d="M614 344H786V486H614Z" fill="#c8553d"/><path d="M414 514H586V675H414Z" fill="#8f5ba6"/><path d="M614 514H786V675H614Z" fill="#588b8b"/>${each(
    5,
    (at) =>
      `<g fill="#d9c58b"><rect x="${40 + at * 58}" y="${180 + at * 46}" width="42" height="500"/><path d="M${40 + at * 58} ${180 + at * 46}l21-44 21 44Z"/><rect x="${1118 - at * 58}" y="${180 + at * 46}" width="42" height="500"/><path d="M${1118 - at * 58} ${180 + at * 46}l21-44 21 44Z"/></g>`,
  )}`,
)
const circus = board(
  '#9fd3e0',
  `<circle cx="170" cy="140" r="70" fill="#fbe3a1"/><path d="M0 560Q600 480 1200 560V675H0Z" fill="#7aa65a"/>${each(
    6,
    (at) =>
      `<path d="M600 110L${240 + at * 120} 330H${360 + at * 120}Z" fill="${at % 2 === 0 ? '#d1394a' : '#fff6e5'}"/><path d="M${240 + at * 120} 330H${360 + at * 120}V600H${240 + at * 120}Z" fill="${at % 2 === 0 ? '#fff6e5' : '#d1394a'}"/><path d="M${240 + at * 120} 330H${360 + at * 120}A60 50 0 0 1 ${240 + at * 120} 330Z" fill="#f2b134"/>`,
  )}<path d="M540 600Q560 420 600 400Q640 420 660 600Z" fill="#3a2436"/><path d="M600 110V40L680 66L600 92" fill="#22577a"/>${each(12, (at) => `<path d="M${at * 100} ${20 + Math.abs(6 - at) * 6}l36 0l-18 40Z" fill="${['#d1394a', '#f2b134', '#22577a'][at % 3]}"/>`)}`,
)

const drawings: Readonly<Record<string, string>> = {
  lanterns: scene(
    night,
    [200, 420, 620].map((x, at) => lantern(x, 300 + (at % 2) * 110, '#f4b942')).join(''),
  ),
  harbour: scene(sea, boat(380, 440, '#7d1f2d')),
  stage,
  market,
  brass,
  cinema,
  books,
  church,
  circus,
  dunes: scene(
    sand,
    '<path d="M180 210q28-34 56 0q28-34 56 0q-28-14-56 12q-28-26-56-12Z M360 150q20-24 40 0q20-24 40 0q-20-10-40 8q-20-18-40-8Z" fill="#5a4420"/>',
  ),
}

for (const [name, drawing] of Object.entries(drawings))
  await sharp(Buffer.from(drawing))
    .resize(1200)
    .webp({ quality: 70, effort: 6 })
    .toFile(fileURLToPath(new URL(`${name}.webp`, folder)))
