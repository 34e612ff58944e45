/** Colour arithmetic in OKLab (Björn Ottosson, 2020), where a mixture looks like a mixture. */

type Lab = readonly [l: number, a: number, b: number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

function toLab(hex: string): Lab {
  const [r, g, b] = channels(hex).map((v) => toLinear(v / 255)) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toHex([l, a, b]: Lab): string {
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ]
  return `#${rgb
    .map((v) => Math.round(255 * Math.min(1, Math.max(0, toGamma(Math.max(0, v))))))
    .map((v) => v.toString(16).padStart(2, '0'))
    .join('')}`
}

/** The colour `t` of the way (0..1) from one '#rrggbb' to another. */
export function mix(from: string, to: string, t: number): string {
  const a = toLab(from)
  const b = toLab(to)
  return toHex([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t])
}

/** '#rrggbb' with an opacity of 0..1, as '#rrggbbaa'. */
export const fade = (hex: string, opacity: number): string =>
  hex +
  Math.round(255 * Math.min(1, Math.max(0, opacity)))
    .toString(16)
    .padStart(2, '0')

/** A colour turned about the hue circle by `degrees`, its lightness multiplied. */
export function turn(hex: string, degrees: number, light = 1): string {
  const [l, a, b] = toLab(hex)
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return toHex([l * light, a * cos - b * sin, a * sin + b * cos])
}

/** Perceived lightness, 0..1. */
export const lightness = (hex: string): number => toLab(hex)[0]

/** WCAG 2.2 contrast ratio of two colours, 1..21. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = channels(hex).map((v) => toLinear(v / 255)) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
