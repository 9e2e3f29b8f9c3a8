/** How far colours are apart, also for people who see no red or no green (Viénot, Brettel and Mollon 1999; distances in OKLab). */

type Triple = readonly [number, number, number]

/** The share of light of each channel of `#rrggbb`. */
function lightOf(color: string): Triple {
  const at = (from: number) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [at(1), at(3), at(5)]
}

const part = (light: number) => {
  const bounded = Math.min(1, Math.max(0, light))
  const share = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')
}

const times = (rows: readonly Triple[], [a, b, c]: Triple) => rows.map(([x, y, z]) => x * a + y * b + z * c)

const through = (rows: readonly Triple[]) => (color: string) =>
  `#${times(rows, lightOf(color)).map(part).join('')}`

/** Returns the colour (`#rrggbb`) as people see it who lack the cones for red. */
export const redBlind = through([
  [0.11238, 0.88762, 0],
  [0.11238, 0.88762, 0],
  [0.00401, -0.00401, 1],
])

/** Returns the colour (`#rrggbb`) as people see it who lack the cones for green. */
export const greenBlind = through([
  [0.29275, 0.70725, 0],
  [0.29275, 0.70725, 0],
  [-0.02234, 0.02234, 1],
])

function labOf(color: string): Triple {
  const rows: readonly Triple[] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ]
  const [l = 0, m = 0, s = 0] = times(rows, lightOf(color)).map(Math.cbrt)
  const [lightness = 0, green = 0, blue = 0] = times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l, m, s],
  )
  return [lightness, green, blue]
}

/** Returns the distance of two colours (`#rrggbb`) in OKLab: 0 for equal ones, 1 for black and white. */
export function distance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
