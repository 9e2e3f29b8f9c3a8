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

const drawings: Readonly<Record<string, string>> = {
  lanterns: scene(
    night,
    [200, 420, 620].map((x, at) => lantern(x, 300 + (at % 2) * 110, '#f4b942')).join(''),
  ),
  harbour: scene(sea, boat(380, 440, '#7d1f2d')),
  stage,
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
